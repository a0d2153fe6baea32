# SPDX-License-Identifier: GPL-3.0-or-later
"""Every device file, by cases: what a host shows, the rows that are in it, a wish, and the commands that follow.

A case is a file in devices/<subject>/. ``shown`` names each look by its command line, path or label;
``refused`` stands in place of ``commands`` where the wish or what is shown must be refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from plugins.module_utils.devices.registry import LOOKS, SUBJECTS
from plugins.module_utils.reconcile import Change, Row, Rows, changes, config_by, desired, rows_by
from plugins.module_utils.subject import Read, Seen, Subject, Write

FOLDER = Path(__file__).parent / "devices"
CASES = sorted(FOLDER.glob("*/*.yml"))
KNOWN = {"shown", "have", "options", "state", "want", "commands", "writes", "refused"}


def seen(reads: dict[str, Read], shown: dict[str, Any]) -> dict[str, Seen]:
    """What a host that shows ``shown`` answers to ``reads``."""
    names = {label: " ".join(read.command) or read.path or read.glob or read.variable for label, read in reads.items()}
    names = {label: name if name in shown else label for label, name in names.items()}
    assert {*names.values()} == {*shown}
    return {label: answer(shown[name]) for label, name in names.items()}


def answer(value: Any) -> Seen:
    return Seen(text=value) if isinstance(value, str) else Seen(**value)


def line(command: str | list[str]) -> str:
    return command if isinstance(command, str) else " ".join(command)


def look(subject: Subject, case: dict[str, Any], want: Rows) -> Rows:
    options = case.get("options", {})
    return subject.parse(seen(subject.reads(want, options), case["shown"]), options)


def wished(subject: Subject, config: list[Row]) -> Rows:
    want = rows_by(subject.KEY, config)
    for name, row in want.items():
        subject.check(name, row)
    return want


def planned(subject: Subject, case: dict[str, Any], have: Rows, want: Rows) -> tuple[list[Change], Rows]:
    after = desired(case["state"], have, want, subject.BLANK)
    return changes(have, after, subject.BLANK), after


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_from_what_a_host_shows_to_the_commands_that_change_it(path: Path) -> None:
    case = yaml.safe_load(path.read_text())
    subject = {**SUBJECTS, **LOOKS}[path.parent.name]
    assert {*case} <= KNOWN
    if "refused" in case:
        with pytest.raises(ValueError) as refusal:
            look(subject, case, wished(subject, case["want"]))
        assert str(refusal.value) == case["refused"]
        return

    want = wished(subject, case["want"])
    have = look(subject, case, want)
    assert config_by(subject.KEY, have) == case["have"]
    if subject.NAME in LOOKS:
        assert subject.render([], {}, {}) == []
        return

    options = case.get("options", {})
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
