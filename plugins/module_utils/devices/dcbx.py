# SPDX-License-Identifier: GPL-3.0-or-later
"""Who settles a port's classes: this host, or its NIC's firmware with the neighbour (DCBX); read only. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..backends import choice, mlnx_qos
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, json_of, shape_of

NAME = "dcbx"
KEY = ("port",)
BLANK: Row = {}
HOST, FIRMWARE = "host", "firmware"
REMEDY = "the port's driver must offer DCB; look at 'dcb dcbx show dev PORT' on the host"


def probes(want: Rows, options: Options) -> dict[str, Read]:
    """What tells which backend to take, where the plan leaves that open."""
    return choice.probes(BACKENDS, want, options)


def chosen(seen: Mapping[str, Seen], options: Options) -> dict[str, Any]:
    """The backend that reads every port."""
    return choice.chosen(BACKENDS, seen, options, NAME)


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One look per port."""
    return choice.reads(BACKENDS, want, options)


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Who controls each port, ``host`` or ``firmware``."""
    return choice.parse(BACKENDS, seen, options)


def check(name: str, row: Row) -> None:
    """Nothing is wished here."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: a tool that overwrites what the firmware then overwrites again is a war."""
    return []


def _dcb_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    label = f"dcbx of {port}"
    shown = json_of(label, seen[""], REMEDY)
    with shape_of(label, REMEDY):
        return {"control": HOST if shown.get("host") else FIRMWARE}


BACKENDS: choice.Backends = {
    "dcb": choice.Backend(
        lambda port: {"": Read(("dcb", "-j", "dcbx", "show", "dev", port))}, _dcb_row, lambda change, options: []
    ),
    "mlnx_qos": choice.Backend(
        mlnx_qos.read,
        lambda port, seen, options: {"control": mlnx_qos.shown(port, seen[""]).dcbx or FIRMWARE},
        lambda change, options: [],
    ),
}
