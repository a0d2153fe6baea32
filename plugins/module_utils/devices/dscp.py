# SPDX-License-Identifier: GPL-3.0-or-later
"""Which DSCP belongs to which priority on a host's ports, as iproute2's ``dcb app`` shows and sets it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of

NAME = "dscp"
KEY = ("port",)
BLANK: Row = {"map": {}}  # the port falls back to the Ethernet header's priority
REMEDY = "the port's driver must offer DCB; look at 'dcb app show dev PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``dcb -j app show`` per port."""
    return {port: Read(("dcb", "-j", "app", "show", "dev", port)) for port in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Each port's map; a DSCP that stands for several priorities has a list of them."""
    return {port: {"map": _map(json_of(f"dscp of {port}", look, REMEDY))} for port, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse what is not a DSCP or not a priority."""
    for dscp, priority in row.get("map", {}).items():
        if not str(dscp).isdecimal() or int(dscp) not in range(64):
            raise ValueError(f"config[{name}].map: {dscp!r} is not a DSCP; allowed: 0 to 63")
        if priority not in range(8):
            raise ValueError(f"config[{name}].map[{dscp}]: {priority!r} is not a priority; allowed: 0 to 7")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Set before removing: a port whose last DSCP goes stops trusting DSCP at all."""
    return [Run(argv) for change in changes for argv in _commands(change)]


def _map(shown: Mapping[str, Any]) -> dict[str, Any]:
    """iproute2 6.1 shows [26, 3], 6.15 [26, 3, " "]."""
    found: dict[str, list[int]] = {}
    for dscp, priority, *_ in shown.get("dscp_prio", []):
        found.setdefault(str(dscp), []).append(priority)
    return {dscp: sorted(some) if len(some) > 1 else some[0] for dscp, some in sorted(found.items())}


def _commands(change: Change) -> list[tuple[str, ...]]:
    before, after = change.before["map"], change.after["map"]
    new = [f"{dscp}:{priority}" for dscp, priority in sorted(after.items()) if before.get(dscp) != priority]
    old = [f"{dscp}:{priority}" for dscp in sorted({*before} - {*after}) for priority in _several(before[dscp])]
    words = (("replace", new), ("del", old))
    return [("dcb", "app", verb, "dev", change.name, "dscp-prio", *pairs) for verb, pairs in words if pairs]


def _several(priority: Any) -> list[int]:
    return priority if isinstance(priority, list) else [priority]
