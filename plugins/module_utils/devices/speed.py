# SPDX-License-Identifier: GPL-3.0-or-later
"""Speed of a host's ports, in Mb/s, by ``ethtool``. Pure.

Software can free a forced speed; it cannot mend a cable, so what a port should reach is for verify to judge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, text_of

NAME = "speed"
KEY = ("port",)
BLANK: Row = {}  # ``speed`` is left out where the link is down
SPEED = re.compile(r"^\s*Speed: (\d+)Mb/s$", re.MULTILINE)
AUTONEG = re.compile(r"^\s*Auto-negotiation: on$", re.MULTILINE)
# Virtual ports and some transceivers: nothing is negotiated, so nothing is forced and nothing can be freed.
NEVER = re.compile(r"^\s*Supports auto-negotiation: No$", re.MULTILINE)
REMEDY = "look at 'ethtool PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``ethtool`` per port; its text, because Debian 12's has no JSON for this."""
    return {port: Read(("ethtool", port)) for port in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Speed and whether it is negotiated; a port that cannot negotiate counts as free too."""
    return {port: _row(text_of(f"speed of {port}", look, REMEDY)) for port, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse a speed beside negotiation, and the lack of it without one."""
    if row.get("autoneg") is True and "speed" in row:
        raise ValueError(f"config[{name}].speed: {row['speed']} beside autoneg: true; leave one of them out")
    if row.get("autoneg") is False and row.get("speed", 0) <= 0:
        raise ValueError(f"config[{name}].speed: missing beside autoneg: false; give the speed in Mb/s")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Negotiate again, or force a speed."""
    return [Run(("ethtool", "-s", change.name, *_words(change.after))) for change in changes]


def _row(text: str) -> Row:
    found = SPEED.search(text)
    return {"autoneg": bool(AUTONEG.search(text) or NEVER.search(text)), **({"speed": int(found[1])} if found else {})}


def _words(row: Row) -> tuple[str, ...]:
    if row["autoneg"]:
        return ("autoneg", "on")
    return ("speed", str(row["speed"]), "autoneg", "off")
