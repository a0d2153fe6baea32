# SPDX-License-Identifier: GPL-3.0-or-later
"""Units of systemd that shall run, or shall not, now and after a reboot. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, text_of

NAME = "service"
KEY = ("name",)
BLANK: Row = {"enabled": False, "running": False}  # also of a unit that is not installed
ON = ("enabled", "enabled-runtime", "alias")
VERBS = {"enabled": ("disable", "enable"), "running": ("stop", "start")}
REMEDY = "look at 'systemctl status UNIT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``systemctl show`` per unit."""
    return {name: Read(("systemctl", "show", name, "--property=UnitFileState,ActiveState")) for name in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Whether each unit is enabled and running."""
    return {name: row_of(text_of(f"service {name}", look, REMEDY)) for name, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse a name that systemd would take for an option or several units."""
    if name.startswith("-") or any(letter in name for letter in "*?[ /"):
        raise ValueError(f"config[{name}].name: no unit's name; allowed: one unit, as opensm")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Enable or disable, then start or stop, whichever differs."""
    return [
        Run(("systemctl", VERBS[field][change.after[field]], change.name))
        for change in changes
        for field in VERBS
        if change.before[field] != change.after[field]
    ]


def row_of(shown: str) -> Row:
    """A unit's row from ``systemctl show``."""
    fields = dict(line.partition("=")[::2] for line in shown.splitlines())
    return {"enabled": fields.get("UnitFileState") in ON, "running": fields.get("ActiveState") == "active"}
