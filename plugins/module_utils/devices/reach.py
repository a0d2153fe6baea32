# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a packet of full size gets from one of a host's addresses to another; sends traffic, read only. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, Unreadable

NAME = "reach"
KEY = ("source", "destination", "bytes")
BLANK: Row = {"received": False, "detail": ""}
ANSWERED = 0  # exit code of ping(8); 1 where no answer came, 2 where it could not even try


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One packet of that many bytes, never fragmented, waited for one second."""
    return {name: Read(_ping(*name.split(" "))) for name in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Whether each packet was answered, and what ``ping`` said otherwise."""
    return {name: _row(look) for name, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse a pair that names no size."""
    if len(name.split(" ")) != len(KEY):
        raise ValueError(f"config[{name}]: incomplete; give source, destination and bytes")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: the way is made by links, routes and switches."""
    return []


def _ping(source: str, destination: str, size: str) -> tuple[str, ...]:
    return ("ping", "-n", "-c", "1", "-W", "1", "-M", "do", "-s", size, "-I", source, destination)


def _row(look: Seen) -> Row:
    if look.missing:
        raise Unreadable(f"reach: {look.error}; install it", look.tool)
    if look.rc == ANSWERED:
        return {"received": True, "detail": ""}
    said = [line for line in (look.error + look.text).splitlines() if line and not line.startswith(("PING", "---"))]
    return {"received": False, "detail": said[0] if said else f"exit code {look.rc}"}
