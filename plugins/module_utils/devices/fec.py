# SPDX-License-Identifier: GPL-3.0-or-later
"""Forward error correction of a host's ports, by ``ethtool --show-fec``; read only, for the link settles it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, text_of

NAME = "fec"
KEY = ("port",)
BLANK: Row = {"fec": None}
ACTIVE = re.compile(r"^Active FEC encodings?: *(\S+) *$", re.MULTILINE)
# The words of SONiC, which both ends are told in; a link that is down has None.
WORDS = {"rs": "rs", "baser": "fc", "llrs": "llrs", "off": "none"}
UNSUPPORTED = "Operation not supported"
REMEDY = "look at 'ethtool --show-fec PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One look per port; its text, because Debian 12's has no JSON for this."""
    return {port: Read(("ethtool", "--show-fec", port)) for port in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """What each port encodes with: rs, fc, llrs, none, or None where it has no link."""
    return {port: {"fec": _encoding(port, look)} for port, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Nothing is wished here."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: both ends must change together, or the link is gone."""
    return []


def _encoding(port: str, look: Seen) -> str | None:
    """A port without FEC of its own, as a virtual one, says that it does not support the question."""
    if look.rc and UNSUPPORTED in look.error:
        return None
    return active(text_of(f"FEC of {port}", look, REMEDY))


def active(text: str) -> str | None:
    """The encoding that runs, in SONiC's word."""
    found = ACTIVE.search(text)
    return WORDS.get(found[1].lower()) if found else None
