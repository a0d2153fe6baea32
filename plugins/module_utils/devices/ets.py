# SPDX-License-Identifier: GPL-3.0-or-later
"""Scheduling of a host's ports (IEEE 802.1Qaz ETS), as iproute2's ``dcb`` shows and sets it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of

NAME = "ets"
KEY = ("port",)
CLASSES = 8
# a driver's own start differs (mlx5: vendor); this is the standard's, as recorded of dcb 6.15
BLANK: Row = {"tsa": ["strict"] * CLASSES, "bandwidth": [0] * CLASSES, "priority_tc": [*range(CLASSES)]}
FIELDS = {"tsa": "tc-tsa", "bandwidth": "tc-bw", "priority_tc": "prio-tc"}
REMEDY = "the port's driver must offer DCB; look at 'dcb ets show dev PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``dcb -j ets show`` per port."""
    return {port: Read(("dcb", "-j", "ets", "show", "dev", port)) for port in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Algorithm and bandwidth (percent) of each traffic class, and the class of each priority."""
    return {port: _row(json_of(f"ets of {port}", look, REMEDY)) for port, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse what the kernel would: lists of another length, unknown words, shares that are not 100 percent."""
    for field in FIELDS:
        if len(row.get(field, [None] * CLASSES)) != CLASSES:
            raise ValueError(f"config[{name}].{field}: {len(row[field])} entries; allowed: exactly {CLASSES}")
    for tsa in row.get("tsa", []):
        if tsa not in ("ets", "strict"):
            raise ValueError(f"config[{name}].tsa: {tsa!r} is not known; allowed: ets, strict")
    for traffic_class in row.get("priority_tc", []):
        if traffic_class not in range(CLASSES):
            raise ValueError(f"config[{name}].priority_tc: {traffic_class} is not a traffic class; allowed: 0 to 7")
    if "tsa" in row and "bandwidth" in row:
        _check_shares(name, row)


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """One command per port, so that no half of it is ever in force."""
    return [Run(("dcb", "ets", "set", "dev", change.name, *_words(change))) for change in changes]


def _check_shares(name: str, row: Row) -> None:
    shares = [*zip(row["tsa"], row["bandwidth"])]
    if any(share for tsa, share in shares if tsa == "strict"):
        raise ValueError(f"config[{name}].bandwidth: a strict class has a share; allowed: 0, it takes what it needs")
    total = sum(share for tsa, share in shares if tsa == "ets")
    if "ets" in row["tsa"] and total != 100:
        raise ValueError(f"config[{name}].bandwidth: the ets classes have {total} percent; allowed: 100 together")


def _row(shown: Mapping[str, Any]) -> Row:
    return {"tsa": shown["tc_tsa"], "bandwidth": shown["tc_bw"], "priority_tc": shown["prio_tc"]}


def _words(change: Change) -> list[str]:
    changed = [field for field in FIELDS if change.before[field] != change.after[field]]
    return [
        word
        for field in changed
        for word in (FIELDS[field], *(f"{index}:{value}" for index, value in enumerate(change.after[field])))
    ]
