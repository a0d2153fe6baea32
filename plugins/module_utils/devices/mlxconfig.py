# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings in the firmware of NVIDIA's NICs, by ``mlxconfig``: now in force, and from the next boot. Pure.

What is set here counts from the next boot or firmware reset. Neither is ever done by this project.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, Unreadable, text_of

NAME = "mlxconfig"
KEY = ("device",)
BLANK: Row = {"settings": {}, "pending": {}}
COLUMNS = ("Default", "Current", "Next Boot")
REMEDY = "look at 'mlxconfig -d DEVICE -e q' on the host; mstconfig does as well (tools)"
_HEAD = re.compile(r"^Configurations:\s+(.*?)\s*$", re.MULTILINE)
_NAME = re.compile(r"[A-Z0-9_][A-Za-z0-9_]*(?:\[[0-9]+\])?")
_LINE = re.compile(rf"^\s*\*?\s*(?:RO\s+)?({_NAME.pattern})\s+(\S.*?)\s*$")


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One query per device, of what is wished or of all."""
    names = {device: sorted(row.get("settings", {})) for device, row in want.items()}
    return {device: Read(("mlxconfig", "-d", device, "-e", "q", *names[device])) for device in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Each setting's number from the next boot, and of those that differ from now both."""
    return {device: _row(device, text_of(f"mlxconfig of {device}", look, REMEDY)) for device, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse names that are none, and words in place of numbers."""
    for setting, value in row.get("settings", {}).items():
        if not _NAME.fullmatch(str(setting)):
            raise ValueError(f"config[{name}].settings.{setting}: no setting's name; allowed: as ROCE_CC_PRIO_MASK_P1")
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(
                f"config[{name}].settings.{setting}: {value!r}; allowed: the number, which mlxconfig shows in brackets,"
                " 2 for ETH(2)"
            )


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """One command per device; it asks nothing."""
    return [
        Run(("mlxconfig", "-y", "-d", change.name, "set", *words)) for change in changes if (words := _words(change))
    ]


def reboot(rows: Rows) -> dict[str, Any]:
    """Whether a device waits for a boot, and for what."""
    waiting = [f"{device}: {name} {told}" for device, row in sorted(rows.items()) for name, told in _pending(row)]
    return {"needed": bool(waiting), "reason": "; ".join(waiting)}


def _pending(row: Row) -> list[tuple[str, str]]:
    return sorted(row.get("pending", {}).items())


def _words(change: Change) -> list[str]:
    before, after = change.before["settings"], change.after["settings"]
    return [f"{name}={after[name]}" for name in sorted(after) if before.get(name) != after[name]]


def _row(device: str, text: str) -> Row:
    head = _HEAD.search(text)
    columns = tuple(re.split(r"\s{2,}|\t", head[1])) if head else ()
    if not head or columns != COLUMNS:
        raise Unreadable(
            f"mlxconfig of {device}: columns {', '.join(columns) or 'none'}; allowed: {', '.join(COLUMNS)}; {REMEDY}"
        )
    found = [_LINE.match(line) for line in text[head.end() :].splitlines()]
    values = {match[1]: match[2].split() for match in found if match and len(match[2].split()) == len(COLUMNS)}
    known = {name: three for name, three in values.items() if all(_number(value) is not None for value in three)}
    return {
        "settings": {name: _number(three[2]) for name, three in known.items()},
        "pending": {
            name: f"{three[1]} now, {three[2]} from the next boot"
            for name, three in known.items()
            if three[1] != three[2]
        },
    }


def _number(value: str) -> int | None:
    """The number in ETH(2), 255 or 0xff; None for Array[0..7] and the like."""
    match = re.fullmatch(r"(?:\S*\()?(0x[0-9a-fA-F]+|[0-9]+)\)?", value)
    return int(match[1], 16 if match[1].startswith("0x") else 10) if match else None
