# SPDX-License-Identifier: GPL-3.0-or-later
"""What a Cumulus Linux switch shows beside its configuration: its ports, and what it will boot with. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reconcile import Row, Rows
from ..subject import Read, Seen, json_of, text_of
from . import nvue_tree

OS = "cumulus"
PORTS, APPLIED, STARTUP = "ports", "applied", "startup"
FILE = "/etc/nvue.d/startup.yaml"
PORTS_REMEDY = "look at 'nv show interface' on the switch"
SAVED_REMEDY = "look at 'nv config diff startup applied' on the switch"
MBPS = {"M": 1, "G": 1000, "T": 1000000}


def port_reads() -> dict[str, Read]:
    """One document with all ports."""
    return {PORTS: Read(("nv", "show", "interface", "-o", "json"))}


def ports(seen: Mapping[str, Seen]) -> Rows:
    """Speed in Mb/s, MTU in bytes, ``oper`` and ``admin`` state by port."""
    shown = json_of("ports", seen[PORTS], PORTS_REMEDY)
    links = {name: entry.get("link") for name, entry in _named(shown).items() if isinstance(entry, dict)}
    return {name: _port(link) for name, link in links.items() if isinstance(link, dict)}


def saved_reads() -> dict[str, Read]:
    """The configuration that runs and the one that is loaded at boot."""
    return {label: Read(("nv", "config", "show", "-r", label, "-o", "json")) for label in (APPLIED, STARTUP)}


def saved(seen: Mapping[str, Seen]) -> Rows:
    """The places at which the two differ, each as ``/interface/swp1/link/mtu``."""
    runs, boots = (
        nvue_tree.tree(text_of(label, seen[label], SAVED_REMEDY), SAVED_REMEDY) for label in (APPLIED, STARTUP)
    )
    return {FILE: {"differences": differences(runs, boots)}}


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """The places at which two trees differ, sorted, no deeper than needed."""
    if one == other:
        return []
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return [path or "/"]
    keys = sorted({*one, *other})
    return [
        told for key in keys for told in differences(one.get(key), other.get(key), f"{path}/{key.replace('/', '~1')}")
    ]


def _named(shown: Any) -> dict[str, Any]:
    return shown if isinstance(shown, dict) else {}


def _port(link: Mapping[str, Any]) -> Row:
    mtu = str(link.get("mtu", ""))
    return {
        "speed": _megabits(str(link.get("speed", ""))),
        "mtu": int(mtu) if mtu.isdecimal() else None,
        "oper": link.get("oper-status", "down"),
        "admin": link.get("admin-status", "down"),
    }


def _megabits(spoken: str) -> int | None:
    """A speed such as ``400G`` in Mb/s; None where the switch tells none."""
    number, unit = spoken[:-1], spoken[-1:]
    return int(number) * MBPS[unit] if number.isdecimal() and unit in MBPS else None
