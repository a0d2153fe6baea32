# SPDX-License-Identifier: GPL-3.0-or-later
"""The most each traffic class of a host's ports may send, by iproute2's ``dcb`` or by ``mlnx_qos``. Pure.

The kernel counts in kbit/s. ``dcb`` before iproute2 6.18 takes that for bytes/s (fixed by its commit e7d4c060) and so
shows and sets 1/125 of it, without a sign of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..backends import choice, mlnx_qos
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, Unreadable, json_of, shape_of, text_of

NAME = "maxrate"
KEY = ("port",)
CLASSES = 8
BLANK: Row = {"maxrate": [0] * CLASSES}
REMEDY = "the port's driver must offer DCB; look at 'dcb maxrate show dev PORT' on the host"
VERSION = "version"
FIXED = (6, 18)
KBIT = 1000  # kbit/s in 1 Mb/s
BYTES = 125_000  # bytes/s in 1 Mb/s
_IPROUTE2 = re.compile(r"iproute2-([0-9]+)\.([0-9]+)")


def probes(want: Rows, options: Options) -> dict[str, Read]:
    """The version of ``dcb`` where it was not told, and what tells which backend to take."""
    looks = {} if options.get("iproute2") else {VERSION: Read(("dcb", "-V"))}
    return {**looks, **choice.probes(BACKENDS, want, options)}


def chosen(seen: Mapping[str, Seen], options: Options) -> dict[str, Any]:
    """The version and the backend that reads every port."""
    version = _version(seen[VERSION]) if VERSION in seen else options["iproute2"]
    rest = {label: look for label, look in seen.items() if label != VERSION}
    found = choice.chosen(BACKENDS, rest, {**options, "iproute2": version}, NAME) if rest else {}
    return {"iproute2": version, **found}


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One look per port."""
    return choice.reads(BACKENDS, want, options)


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The limit of each class, Mb/s; 0 for none."""
    return choice.parse(BACKENDS, seen, options)


def check(name: str, row: Row) -> None:
    """Refuse a list of another length and what is no rate."""
    rates = row.get("maxrate", [0] * CLASSES)
    if len(rates) != CLASSES or any(not isinstance(rate, int) or rate < 0 for rate in rates):
        raise ValueError(f"config[{name}].maxrate: {rates}; allowed: {CLASSES} whole numbers of Mb/s, 0 for no limit")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Only the classes that differ, where the tool can name them."""
    return choice.render(BACKENDS, changes, options)


def _version(look: Seen) -> str:
    """The version as 6.15; empty where there is no ``dcb``, which only other backends survive."""
    if look.missing:
        return ""
    text = text_of("version of dcb", look, REMEDY)
    match = _IPROUTE2.search(text)
    if not match:
        raise Unreadable(f"version of dcb: {text.strip()[:200]!r}; allowed: iproute2-X.Y; {REMEDY}")
    return f"{match[1]}.{match[2]}"


def _per_mbps(options: Options) -> int:
    """How much of what ``dcb`` says is 1 Mb/s."""
    match = re.fullmatch(r"([0-9]+)\.([0-9]+)", str(options.get("iproute2") or ""))
    if not match:
        raise ValueError(
            "iproute2: the version of dcb is not known; allowed: X.Y, as 'dcb -V' tells; dcb before 6.18 is off by 125"
        )
    return BYTES if (int(match[1]), int(match[2])) >= FIXED else KBIT


def _dcb_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    label = f"maxrate of {port}"
    shown = json_of(label, seen[""], REMEDY)
    with shape_of(label, REMEDY):
        return {"maxrate": [rate // _per_mbps(options) for rate in shown["tc_maxrate"]]}


def _dcb(change: Change, options: Options) -> list[Action]:
    """``dcb`` turns bit/s into what it says, an eighth."""
    bits = 8 * _per_mbps(options)
    pairs = enumerate(zip(change.before["maxrate"], change.after["maxrate"]))
    words = [f"{number}:{after * bits}bit" for number, (before, after) in pairs if before != after]
    return [Run(("dcb", "maxrate", "set", "dev", change.name, "tc-maxrate", *words))]


def _mlnx_qos_row(port: str, seen: Mapping[str, Seen], options: Options) -> Row:
    return {"maxrate": [one.maxrate for one in mlnx_qos.every_class(port, seen[""])]}


def _mlnx_qos(change: Change, options: Options) -> list[Action]:
    odd = [rate for rate in change.after["maxrate"] if rate % 1000]
    if odd:
        raise ValueError(
            f"config[{change.name}].maxrate: {odd[0]} Mb/s; allowed: whole Gb/s, multiples of 1000, by mlnx_qos"
        )
    return [mlnx_qos.argv(change.name, ratelimit=[rate // 1000 for rate in change.after["maxrate"]])]


BACKENDS: choice.Backends = {
    "dcb": choice.Backend(lambda port: {"": Read(("dcb", "-j", "maxrate", "show", "dev", port))}, _dcb_row, _dcb),
    "mlnx_qos": choice.Backend(mlnx_qos.read, _mlnx_qos_row, _mlnx_qos),
}
