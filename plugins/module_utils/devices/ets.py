# SPDX-License-Identifier: GPL-3.0-or-later
"""Scheduling of a host's ports (IEEE 802.1Qaz ETS), by iproute2's ``dcb`` or by ``mlnx_qos``. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..backends import choice, mlnx_qos
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of

NAME = "ets"
KEY = ("port",)
CLASSES = 8
# a driver's own start differs (mlx5: vendor); this is the standard's, as recorded of dcb 6.15
BLANK: Row = {"tsa": ["strict"] * CLASSES, "bandwidth": [0] * CLASSES, "priority_tc": [*range(CLASSES)]}
FIELDS = {"tsa": "tc-tsa", "bandwidth": "tc-bw", "priority_tc": "prio-tc"}
REMEDY = "the port's driver must offer DCB; look at 'dcb ets show dev PORT' on the host"


def probes(want: Rows, options: Options) -> dict[str, Read]:
    """What tells which backend to take, where the wish leaves that open."""
    return choice.probes(BACKENDS, want, options)


def chosen(seen: Mapping[str, Seen], options: Options) -> dict[str, Any]:
    """The backend that reads every port."""
    return choice.chosen(BACKENDS, seen, options, NAME)


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One look per port."""
    return choice.reads(BACKENDS, want, options)


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Algorithm and bandwidth (percent) of each traffic class, and the class of each priority."""
    return choice.parse(BACKENDS, seen, options)


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
    return choice.render(BACKENDS, changes, options)


def _check_shares(name: str, row: Row) -> None:
    shares = [*zip(row["tsa"], row["bandwidth"])]
    if any(share for tsa, share in shares if tsa == "strict"):
        raise ValueError(f"config[{name}].bandwidth: a strict class has a share; allowed: 0, it takes what it needs")
    total = sum(share for tsa, share in shares if tsa == "ets")
    if "ets" in row["tsa"] and total != 100:
        raise ValueError(f"config[{name}].bandwidth: the ets classes have {total} percent; allowed: 100 together")


def _dcb_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    label = f"ets of {port}"
    shown = json_of(label, seen[""], REMEDY)
    with shape_of(label, REMEDY):
        return {"tsa": shown["tc_tsa"], "bandwidth": shown["tc_bw"], "priority_tc": shown["prio_tc"]}


def _dcb(change: Change, options: Options) -> list[Action]:
    return [Run(("dcb", "ets", "set", "dev", change.name, *_words(change)))]


def _words(change: Change) -> list[str]:
    changed = [field for field in FIELDS if change.before[field] != change.after[field]]
    return [
        word
        for field in changed
        for word in (FIELDS[field], *(f"{index}:{value}" for index, value in enumerate(change.after[field])))
    ]


def _mlnx_qos_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    shown, classes = mlnx_qos.shown(port, seen[""]), mlnx_qos.every_class(port, seen[""])
    return {
        "tsa": [one.tsa for one in classes],
        "bandwidth": [one.bandwidth for one in classes],
        "priority_tc": [shown.priority_tc[priority] for priority in range(CLASSES)],
    }


def _mlnx_qos(change: Change, options: Options) -> list[Action]:
    """All three lists: it judges shares by the algorithms in force, which may be the vendor's own."""
    after = change.after
    return [mlnx_qos.argv(change.name, prio_tc=after["priority_tc"], tsa=after["tsa"], tcbw=after["bandwidth"])]


BACKENDS: choice.Backends = {
    "dcb": choice.Backend(lambda port: {"": Read(("dcb", "-j", "ets", "show", "dev", port))}, _dcb_row, _dcb),
    "mlnx_qos": choice.Backend(mlnx_qos.read, _mlnx_qos_row, _mlnx_qos),
}
