# SPDX-License-Identifier: GPL-3.0-or-later
"""The last lines of an apply."""

from __future__ import annotations

from plugins.module_utils.summary import Run, lines


def told(run: Run) -> list[str]:
    return [line for line, _color in lines(run)]


def test_a_run_that_changed_nothing_says_so() -> None:
    assert told(Run(hosts={"compute-1", "leaf-1"})) == ["nothing had to change: 2 hosts and switches are as planned"]


def test_each_host_that_changed_names_its_modules_once_in_order() -> None:
    actions = ["disagg.cluster.host_link", "disagg.cluster.host_route", "disagg.cluster.host_link"]
    run = Run(hosts={"compute-1", "compute-2"}, changed={"compute-1": actions})
    assert told(run) == ["compute-1 changed: host_link, host_route"]
    run.check = True
    assert told(run) == ["compute-1 would change: host_link, host_route"]


def test_a_host_that_failed_or_was_not_reached_is_named_with_what_to_do() -> None:
    run = Run(hosts={"compute-1"}, failed={"compute-1": "Set routes"}, unreachable=["memory-1", "memory-1"])
    assert told(run) == [
        "compute-1 failed at 'Set routes'; the message stands above, nothing after that step was done there",
        "memory-1 could not be reached and was left as it is; run again with --limit memory-1 once it answers",
    ]


def test_a_run_without_hosts_says_nothing() -> None:
    assert told(Run()) == []


def test_a_switch_that_was_only_handed_over_as_text_does_not_count_as_planned() -> None:
    run = Run(hosts={"compute-1", "leaf-1", "localhost"}, texts={"leaf-1": False})
    assert told(run) == [
        "nothing had to change: compute-1 is as planned",
        "handed over as text, not compared: leaf-1",
    ]


def test_a_page_that_was_compared_is_told_apart_and_many_names_are_cut() -> None:
    pages = {f"leaf-{number}": False for number in range(1, 7)}
    run = Run(
        hosts={*pages, "spine-1"}, changed={"leaf-1": ["disagg.cluster.switch_text"]}, texts={**pages, "spine-1": True}
    )
    assert told(run) == [
        "leaf-1 changed: switch_text",
        "handed over as text, compared with the running configuration in a file: spine-1",
        "handed over as text, not compared: leaf-1, leaf-2, leaf-3, leaf-4, and 2 more",
    ]
