# SPDX-License-Identifier: GPL-3.0-or-later
"""Priority flow control of a host's ports, by iproute2's ``dcb`` or by ``mlnx_qos``. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..backends import choice, mlnx_qos
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of

NAME = "pfc"
KEY = ("port",)
BLANK: Row = {"lossless": []}
REMEDY = "the port's driver must offer DCB; look at 'dcb pfc show dev PORT' on the host"


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
    """The lossless priorities of each port."""
    return choice.parse(BACKENDS, seen, options)


def check(name: str, row: Row) -> None:
    """Refuse what is not a priority."""
    for priority in row.get("lossless", []):
        if priority not in range(8):
            raise ValueError(f"config[{name}].lossless: {priority} is not a priority; allowed: 0 to 7")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Switch only the priorities that differ, so that a lossless one is not dropped for a moment."""
    return choice.render(BACKENDS, changes, options)


def _dcb_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    label = f"pfc of {port}"
    shown = json_of(label, seen[""], REMEDY)
    with shape_of(label, REMEDY):
        return {"lossless": [priority for priority, on in enumerate(shown["prio_pfc"]) if on]}


def _dcb(change: Change, options: Options) -> list[Action]:
    return [Run(("dcb", "pfc", "set", "dev", change.name, "prio-pfc", *_switches(change)))]


def _switches(change: Change) -> list[str]:
    before, after = set(change.before["lossless"]), set(change.after["lossless"])
    return [f"{priority}:{'on' if priority in after else 'off'}" for priority in sorted(before ^ after)]


def _mlnx_qos(change: Change, options: Options) -> list[Action]:
    return [mlnx_qos.argv(change.name, pfc=[int(one in change.after["lossless"]) for one in range(8)])]


BACKENDS: choice.Backends = {
    "dcb": choice.Backend(lambda port: {"": Read(("dcb", "-j", "pfc", "show", "dev", port))}, _dcb_row, _dcb),
    "mlnx_qos": choice.Backend(
        mlnx_qos.read,
        lambda port, seen, options: {"lossless": mlnx_qos.shown(port, seen[""]).lossless},
        _mlnx_qos,
    ),
}
