# SPDX-License-Identifier: GPL-3.0-or-later
"""Every device file, by cases: what a host shows, the rows that are in it, a wish, and the commands that follow.

A case is a file in devices/<subject>/. ``shown`` names each look by its command line, path or label, also the looks
by which a subject chooses how to read;
``refused`` stands in place of ``commands`` where the wish or what is shown must be refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from plugins.module_utils.devices.registry import LOOKS, SUBJECTS
from plugins.module_utils.edge.converge import resolved
from plugins.module_utils.reconcile import Change, Row, Rows, changes, config_by, desired, rows_by
from plugins.module_utils.subject import Chooses, Options, Read, Seen, Settled, Subject, Write

FOLDER = Path(__file__).parent / "devices"
CASES = sorted(FOLDER.glob("*/*.yml"))
KNOWN = {"shown", "have", "options", "state", "want", "commands", "writes", "refused"}


def seen(reads: dict[str, Read], shown: dict[str, Any]) -> dict[str, Seen]:
    """What a host that shows ``shown`` answers to ``reads``."""
    return {label: answer(shown[name]) for label, name in names(reads, shown).items()}


def names(reads: dict[str, Read], shown: dict[str, Any]) -> dict[str, str]:
    """The name in ``shown`` of each look."""
    found = {label: " ".join(read.command) or read.path or read.glob or read.variable for label, read in reads.items()}
    return {label: name if name in shown else label for label, name in found.items()}


def answer(value: Any) -> Seen:
    return Seen(text=value) if isinstance(value, str) else Seen(**value)


def line(command: str | list[str]) -> str:
    return command if isinstance(command, str) else " ".join(command)


def settled(subject: Subject, case: dict[str, Any], want: Rows) -> tuple[Options, set[str]]:
    """The options as the host completes them, and the names of the looks that took."""
    options = case.get("options", {})
    probes = subject.probes(want, options) if isinstance(subject, Chooses) else {}
    if not probes:
        return options, set()
    assert isinstance(subject, Chooses)
    added = subject.chosen(seen(probes, case["shown"]), options)
    return {**options, **added}, {*names(probes, case["shown"]).values()}


def look(subject: Subject, case: dict[str, Any], want: Rows) -> Settled:
    options, probed = settled(subject, case, want)
    reads = subject.reads(want, options)
    assert {*names(reads, case["shown"]).values()} | probed == {*case["shown"]}
    found = seen(reads, case["shown"])
    now = resolved(subject, case.get("state", "gathered"), subject.parse(found, options), want, found, options)
    if now.refused:
        raise ValueError(now.refused)
    return now


def wished(subject: Subject, config: list[Row]) -> Rows:
    want = rows_by(subject.KEY, config)
    for name, row in want.items():
        subject.check(name, row)
    return want


def planned(subject: Subject, case: dict[str, Any], have: Rows, want: Rows) -> tuple[list[Change], Rows]:
    after = desired(case["state"], have, want, subject.BLANK)
    return changes(have, after, subject.BLANK), after


def refusable(subject: Subject, case: dict[str, Any]) -> None:
    """Read, and where the case has a state also decide."""
    now = look(subject, case, wished(subject, case["want"]))
    if "state" in case:
        differing, after = planned(subject, case, now.have, now.want)
        subject.render(differing, after, now.options)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_from_what_a_host_shows_to_the_commands_that_change_it(path: Path) -> None:
    case = yaml.safe_load(path.read_text())
    subject = {**SUBJECTS, **LOOKS}[path.parent.name]
    assert {*case} <= KNOWN
    if "refused" in case:
        with pytest.raises(ValueError) as refusal:
            refusable(subject, case)
        assert str(refusal.value) == case["refused"]
        return

    now = look(subject, case, wished(subject, case["want"]))
    have, want, options = now.have, now.want, now.options
    assert config_by(subject.KEY, have) == case["have"]
    if subject.NAME in LOOKS:
        assert subject.render([], {}, {}) == []
        return

    differing, after = planned(subject, case, have, want)
    actions = subject.render(differing, after, options)
    assert [" ".join(action.shown()) for action in actions] == [line(command) for command in case["commands"]]
    written = {action.path: action.text for action in actions if isinstance(action, Write)}
    assert written == case.get("writes", written)
    again, still = planned(subject, case, after, want)
    assert subject.render(again, still, options) == []


def test_every_subject_has_cases() -> None:
    without = {*SUBJECTS, *LOOKS} - {path.parent.name for path in CASES}
    assert without <= {"config_db", "saved", "switch_port"}  # those have tests of their own
