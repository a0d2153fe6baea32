# SPDX-License-Identifier: GPL-3.0-or-later
"""Which DSCP belongs to which priority on a host's ports, by ``dcb app``, ``mlnx_qos`` or OFED's files. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..backends import choice, mlnx_qos, ofed_qos
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of

NAME = "dscp"
KEY = ("port",)
BLANK: Row = {"map": {}}  # the port falls back to the Ethernet header's priority
REMEDY = "the port's driver must offer DCB; look at 'dcb app show dev PORT' on the host"


def probes(want: Rows, options: Options) -> dict[str, Read]:
    """What tells which backend to take, where the wish leaves that open."""
    return choice.probes(BACKENDS, want, options)


def chosen(seen: Mapping[str, Seen], options: Options) -> dict[str, Any]:
    """The backend that reads every port."""
    return choice.chosen(BACKENDS, seen, options, NAME)


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The looks of the chosen backend."""
    return choice.reads(BACKENDS, want, options)


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Each port's map; a DSCP that stands for several priorities has a list of them."""
    return choice.parse(BACKENDS, seen, options)


def check(name: str, row: Row) -> None:
    """Refuse what is not a DSCP or not a priority."""
    for dscp, priority in row.get("map", {}).items():
        if not str(dscp).isdecimal() or int(dscp) not in range(64):
            raise ValueError(f"config[{name}].map: {dscp!r} is not a DSCP; allowed: 0 to 63")
        if priority not in range(8):
            raise ValueError(f"config[{name}].map[{dscp}]: {priority!r} is not a priority; allowed: 0 to 7")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Set before removing: a port whose last DSCP goes stops trusting DSCP at all."""
    return choice.render(BACKENDS, changes, options)


def _dcb_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    label = f"dscp of {port}"
    shown = json_of(label, seen[""], REMEDY)
    with shape_of(label, REMEDY):
        return {"map": _map(shown)}


def _dcb(change: Change, options: Options) -> list[Action]:
    return [Run(argv) for argv in _commands(change)]


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


def _mlnx_qos_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    shown = mlnx_qos.shown(port, seen[""])
    return {"map": {str(dscp): priority for dscp, priority in sorted(shown.dscp.items())}}


def _mlnx_qos(change: Change, options: Options) -> list[Action]:
    """New ones before removed ones; a moved one is removed first, as some drivers would keep both."""
    before, after = change.before["map"], change.after["map"]
    new = [("set", int(dscp), priority) for dscp, priority in sorted(after.items()) if dscp not in before]
    moved = [dscp for dscp in sorted({*before} & {*after}) if before[dscp] != after[dscp]]
    moves = [move for dscp in moved for move in (("del", int(dscp), before[dscp]), ("set", int(dscp), after[dscp]))]
    old = [("del", int(dscp), before[dscp]) for dscp in sorted({*before} - {*after})]
    return [mlnx_qos.dscp_argv(change.name, [*new, *moves, *old])]


BACKENDS: choice.Backends = {
    "dcb": choice.Backend(lambda port: {"": Read(("dcb", "-j", "app", "show", "dev", port))}, _dcb_row, _dcb),
    "mlnx_qos": choice.Backend(mlnx_qos.read, _mlnx_qos_row, _mlnx_qos),
    "sysfs": choice.Backend(
        ofed_qos.reads,
        lambda port, seen, options: {"map": ofed_qos.dscp_map(port, seen)},
        lambda change, options: ofed_qos.actions(change.name, change.before["map"], change.after["map"]),
    ),
}
