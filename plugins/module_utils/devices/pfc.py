# SPDX-License-Identifier: GPL-3.0-or-later
"""Priority flow control of a host's ports, as iproute2's ``dcb`` shows and sets it. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of

NAME = "pfc"
KEY = ("port",)
BLANK: Row = {"lossless": []}
REMEDY = "the port's driver must offer DCB; look at 'dcb pfc show dev PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``dcb -j pfc show`` per port."""
    return {port: Read(("dcb", "-j", "pfc", "show", "dev", port)) for port in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The lossless priorities of each port."""
    return {port: _row(json_of(f"pfc of {port}", look, REMEDY)) for port, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse what is not a priority."""
    for priority in row.get("lossless", []):
        if priority not in range(8):
            raise ValueError(f"config[{name}].lossless: {priority} is not a priority; allowed: 0 to 7")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Switch only the priorities that differ, so that a lossless one is not dropped for a moment."""
    return [Run(("dcb", "pfc", "set", "dev", change.name, "prio-pfc", *_switches(change))) for change in changes]


def _row(shown: dict[str, list[bool]]) -> Row:
    return {"lossless": [priority for priority, on in enumerate(shown["prio_pfc"]) if on]}


def _switches(change: Change) -> list[str]:
    before, after = set(change.before["lossless"]), set(change.after["lossless"])
    return [f"{priority}:{'on' if priority in after else 'off'}" for priority in sorted(before ^ after)]
