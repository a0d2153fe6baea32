# SPDX-License-Identifier: GPL-3.0-or-later
"""The unit that re-applies a host's plan at boot, with its program and the plan it reads. Pure.

Program and plan are compared by their SHA-256; what to write comes in the options ``program`` (base64) and ``plan``.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Remove, Run, Seen, Write, text_of
from .service import row_of

NAME = "boot"
KEY = ("unit",)
BLANK: Row = {}  # no such unit
PROGRAM, PLAN = "/usr/lib/disagg/disagg.pyz", "/etc/disagg/plan.json"
REMEDY = "look at 'systemctl status disagg-apply' on the host"
CODE = ("utf-8", "surrogateescape")  # how a look carries bytes


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The unit's file and state, and the files it runs and reads."""
    looks = {"program": Read(path=PROGRAM), "plan": Read(path=PLAN)}
    for unit in want:
        looks[f"text {unit}"] = Read(path=_file(unit))
        looks[f"state {unit}"] = Read(("systemctl", "show", unit, "--property=UnitFileState,ActiveState"))
    return looks


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """What of each unit is there."""
    units = sorted(label.split(" ")[1] for label in seen if label.startswith("text "))
    hashes = {name: digest(seen[name].text.encode(*CODE)) for name in ("program", "plan") if not seen[name].missing}
    return {unit: _row(unit, seen, hashes) for unit in units}


def check(name: str, row: Row) -> None:
    """Refuse a unit that lacks a part: half of it would fail at the next boot."""
    missing = [field for field in ("enabled", "text", "program", "plan") if field not in row]
    if row and missing:
        raise ValueError(f"config[{name}].{missing[0]}: missing; give enabled, text, program and plan together")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Files first, then what systemd must know; the unit is not started, its work is done already."""
    return [action for change in changes for action in (_install(change, options) if change.after else _remove(change))]


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


def _row(unit: str, seen: Mapping[str, Seen], hashes: Mapping[str, str]) -> Row:
    text = seen[f"text {unit}"]
    if text.missing:
        return {**hashes}
    state = row_of(text_of(f"boot unit {unit}", seen[f"state {unit}"], REMEDY))
    return {**hashes, "text": text.text, "enabled": state["enabled"]}


def _install(change: Change, options: Options) -> list[Action]:
    before, after = change.before, change.after
    files = {
        "program": Write(PROGRAM, b64decode(options.get("program") or "").decode(*CODE)),
        "plan": Write(PLAN, options.get("plan") or ""),
        "text": Write(_file(change.name), after["text"]),
    }
    actions: list[Action] = [write for field, write in files.items() if before.get(field) != after[field]]
    if before.get("text") != after["text"]:
        actions.append(Run(("systemctl", "daemon-reload")))
    if before.get("enabled", False) != after["enabled"]:
        actions.append(Run(("systemctl", "enable" if after["enabled"] else "disable", change.name)))
    return actions


def _remove(change: Change) -> list[Action]:
    paths = [Remove(PROGRAM), Remove(PLAN)]
    if "text" not in change.before:
        return [*paths]
    disable = [Run(("systemctl", "disable", change.name))] if change.before["enabled"] else []
    return [*disable, Remove(_file(change.name)), *paths, Run(("systemctl", "daemon-reload"))]


def _file(unit: str) -> str:
    return f"/etc/systemd/system/{unit}.service"
