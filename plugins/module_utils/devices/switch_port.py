# SPDX-License-Identifier: GPL-3.0-or-later
"""The ports of a switch as they are. Read only. Pure.

SONiC shows them in ``show interfaces status``; what Cumulus Linux shows is read by ``nvue_look``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, Unreadable, text_of
from . import nvue_look

NAME = "switch_port"
KEY = ("port",)
BLANK: Row = {"speed": None, "mtu": None, "oper": None, "admin": None}
STATUS, FEC = "status", "fec"
OPERATIONAL = "FEC Oper"  # what runs, and not what is configured
UNTOLD = ("", "N/A")
REMEDY = "look at 'show interfaces status' on the switch"
MBPS = {"M": 1, "G": 1000, "T": 1000000}


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """A table with all ports, and one of their FEC, which SONiC has since 202311."""
    if options.get("os") == nvue_look.OS:
        return nvue_look.port_reads()
    return {STATUS: Read(("show", "interfaces", "status")), FEC: Read(("show", "interfaces", "fec", "status"))}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Speed in Mb/s, MTU in bytes, ``oper`` and ``admin`` state, and ``fec`` where the switch tells it, by port."""
    if options.get("os") == nvue_look.OS:
        return nvue_look.ports(seen)
    lines, encodings = table(text_of("ports", seen[STATUS], REMEDY)), _encodings(seen[FEC])
    try:
        return {line["Interface"]: {**_row(line), **encodings.get(line["Interface"], {})} for line in lines}
    except KeyError as error:
        raise Unreadable(f"ports: the table has no column {error}; {REMEDY}") from None


def check(name: str, row: Row) -> None:
    """Nothing is wished of a port here that could not be."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: what a port came up with cannot be commanded."""
    return []


def table(text: str) -> list[dict[str, str]]:
    """The lines of a table by column; the line of dashes says where each column lies."""
    lines = text.splitlines()
    rule = next((index for index, line in enumerate(lines) if re.fullmatch(r"\s*-+(\s+-+)+\s*", line)), 0)
    if not rule:
        raise Unreadable(f"ports: no table; {REMEDY}")
    spans = [match.span() for match in re.finditer("-+", lines[rule])]
    heads = [lines[rule - 1][start:end].strip() for start, end in spans]
    cells = ([line[start:end].strip() for start, end in spans] for line in lines[rule + 1 :] if line.strip())
    return [dict(zip(heads, row)) for row in cells]


def _encodings(seen: Seen) -> Rows:
    """What each port encodes with; none of them where the switch is too old for the command."""
    lines = [] if seen.missing or seen.rc else table(seen.text)
    told = {line.get("Interface", ""): line.get(OPERATIONAL, "") for line in lines}
    return {port: {"fec": encoding} for port, encoding in told.items() if encoding not in UNTOLD}


def _row(line: dict[str, str]) -> Row:
    mtu = line["MTU"]
    return {
        "speed": megabits(line["Speed"]),
        "mtu": int(mtu) if mtu.isdigit() else None,
        "oper": line["Oper"],
        "admin": line["Admin"],
    }


def megabits(spoken: str) -> int | None:
    """A printed speed such as ``400G`` in Mb/s; None where the switch knows none."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([MGT])", spoken)
    return round(float(found[1]) * MBPS[found[2]]) if found else None
