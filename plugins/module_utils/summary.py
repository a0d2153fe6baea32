# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run did, in a few lines for the person who started it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

CONTROLLER = "localhost"
GOOD, CHANGED, BAD = "green", "yellow", "red"  # as Ansible's own recap
SHOWN = 4  # names in a line
COMPARED = {True: "compared with the running configuration in a file", False: "not compared"}


@dataclass
class Run:
    """Names of hosts, and by host the modules that changed it and the task it failed at.

    ``texts``: the switches for which a page was written, and whether it was compared with what runs on them.
    """

    playbook: str = ""
    check: bool = False
    hosts: set[str] = field(default_factory=set)
    changed: dict[str, list[str]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    unreachable: list[str] = field(default_factory=list)
    texts: dict[str, bool] = field(default_factory=dict)


def lines(run: Run) -> Iterator[tuple[str, str]]:
    """Each line with its color."""
    for host, actions in sorted(run.changed.items()):
        names = dict.fromkeys(action.rpartition(".")[2] for action in actions)
        yield f"{host} {'would change' if run.check else 'changed'}: {', '.join(names)}", CHANGED
    for host, task in sorted(run.failed.items()):
        yield f"{host} failed at '{task}'; the message stands above, nothing after that step was done there", BAD
    for host in sorted(set(run.unreachable)):
        yield f"{host} could not be reached and was left as it is; run again with --limit {host} once it answers", BAD
    if run.hosts and not (run.changed or run.failed or run.unreachable):
        yield f"nothing had to change{_planned(run.hosts - {CONTROLLER, *run.texts})}", GOOD
    for compared, words in COMPARED.items():
        pages = sorted(host for host, one in run.texts.items() if one == compared)
        if pages:
            yield f"handed over as text, {words}: {_named(pages)}", CHANGED


def _named(names: list[str]) -> str:
    more = [f"and {len(names) - SHOWN} more"] if len(names) > SHOWN else []
    return ", ".join([*names[:SHOWN], *more])


def _planned(hosts: set[str]) -> str:
    if len(hosts) == 1:
        return f": {next(iter(hosts))} is as planned"
    return f": {len(hosts)} hosts and switches are as planned" if hosts else ""
