# SPDX-License-Identifier: GPL-3.0-or-later
"""Global pause (IEEE 802.3x) of a host's ports, which must be off where priorities pause, by ``ethtool``. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, Unreadable, text_of

NAME = "pause"
KEY = ("port",)
BLANK: Row = {"rx": False, "tx": False}
LINE = re.compile(r"^(RX|TX):\s+(on|off)$", re.MULTILINE)
REMEDY = "the port's driver must offer pause; look at 'ethtool -a PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``ethtool -a`` per port, as JSON where the tool and the kernel have it."""
    return {port: Read(("ethtool", "--json", "-a", port)) for port in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Whether each port heeds and sends pause."""
    return {port: _row(port, text_of(f"pause of {port}", look, REMEDY)) for port, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Any pair of yes and no can be."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Name only what changes: ``ethtool`` calls it an error to set what is set."""
    return [Run(("ethtool", "-A", change.name, *_words(change))) for change in changes]


def _row(port: str, text: str) -> Row:
    """A kernel without ethtool's netlink makes it print text in spite of ``--json``."""
    try:
        shown = json.loads(text)[0] if text.lstrip().startswith("[") else _lines(text)
        return {"rx": shown["rx"], "tx": shown["tx"]}
    except (KeyError, IndexError, TypeError, ValueError):
        raise Unreadable(f"pause of {port}: {text.strip()[:200]!r}; {REMEDY}") from None


def _lines(text: str) -> Row:
    return {name.lower(): word == "on" for name, word in LINE.findall(text)}


def _words(change: Change) -> list[str]:
    fields = [field for field in ("rx", "tx") if change.before[field] != change.after[field]]
    return [word for field in fields for word in (field, "on" if change.after[field] else "off")]
