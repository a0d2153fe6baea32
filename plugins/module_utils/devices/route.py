# SPDX-License-Identifier: GPL-3.0-or-later
"""IPv4 routes within one network, in all tables, as ``ip route`` shows and sets them. Pure.

The kernel's own routes are left alone, and so is all that does not lie ``within``.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Network
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of

NAME = "route"
KEY = ("table", "destination", "metric")  # metric is left out where it is 0, the kernel's own
BLANK: Row = {}  # no such route
# numbers of linux/rtnetlink.h: rtm_protocol, rt_class_t, rtm_type
KERNEL = "2"
TABLES = {"253": "default", "254": "main", "255": "local"}
KINDS = {"6": "blackhole", "7": "unreachable", "8": "prohibit", "9": "throw"}
UNICAST = "1"
REMEDY = "look at 'ip -N -j route show table all' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Every table at once, in numbers, because their names differ from host to host."""
    for name in want:
        refuse_outside(name, name.split(" ")[1], options)
    return {"route": Read(("ip", "-4", "-N", "-j", "route", "show", "table", "all"))}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The routes within the network; of two with one name the first, which the kernel uses."""
    rows: Rows = {}
    entries, within = json_of("routes", seen["route"], REMEDY), IPv4Network(options["within"])
    with shape_of("routes", REMEDY):
        for entry in entries:
            network = IPv4Network("0.0.0.0/0" if entry["dst"] == "default" else entry["dst"])
            ours = entry.get("protocol") != KERNEL and entry.get("type", UNICAST) in (UNICAST, *KINDS)
            if ours and network.subnet_of(within):
                rows.setdefault(_name(entry, network), _row(entry))
    return rows


def check(name: str, row: Row) -> None:
    """Refuse a table by a name of the host's own, and a destination that is no network."""
    table, _, destination = name.partition(" ")
    network(f"config[{name}].destination", destination.split(" ")[0])
    table_known(f"config[{name}].table", table)
    if name.endswith(" 0"):
        raise ValueError(f"config[{name}].metric: 0; leave it out, that is what it is then")
    if row and not row.get("port"):
        raise ValueError(f"config[{name}].port: missing; give the port the route leaves by")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """New routes before old ones go, so that no packet lacks one in between."""
    new = [Run(("ip", "route", "replace", *_set(change))) for change in changes if change.after]
    return [*new, *(Run(("ip", "route", "del", *_place(change.name))) for change in changes if not change.after)]


def refuse_outside(name: str, address: str, options: Options) -> None:
    """Refuse a wish that lies outside of what this subject owns: it could not be read back."""
    within = IPv4Network(options["within"])
    if not IPv4Network(address).subnet_of(within):
        raise ValueError(f"config[{name}]: {address} lies outside of within, {within}; allowed: only what lies in it")


def network(where: str, text: str) -> None:
    """Refuse what is no IPv4 network with its prefix."""
    try:
        fits = str(IPv4Network(text)) == text
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"{where}: {text!r}; allowed: an IPv4 network with prefix and no host bits, as 10.64.0.0/24")


def table_known(where: str, table: str) -> None:
    """Refuse a table by a name that only this host would know."""
    if not table.isdecimal() and table not in TABLES.values():
        raise ValueError(f"{where}: {table!r}; allowed: a number, or {', '.join(sorted(TABLES.values()))}")


def table_of(entry: Mapping[str, Any]) -> str:
    """The table of a route or rule that ``ip -N -j`` shows; it leaves out the main one."""
    number = str(entry.get("table", "254"))
    return TABLES.get(number, number)


def _name(entry: Mapping[str, Any], network: IPv4Network) -> str:
    metric = f" {entry['metric']}" if entry.get("metric") else ""
    return f"{table_of(entry)} {network}{metric}"


def _row(entry: Mapping[str, Any]) -> Row:
    hops = entry.get("nexthops", [entry])
    row = {
        "via": ",".join(hop["gateway"] for hop in hops if "gateway" in hop),
        "port": ",".join(hop["dev"] for hop in hops if "dev" in hop),
        "source": entry.get("prefsrc", ""),
        "kind": KINDS.get(entry.get("type", UNICAST), ""),
    }
    return {field: value for field, value in row.items() if value}


def _place(name: str) -> list[str]:
    table, destination, *metric = name.split(" ")
    return [destination, "table", table, *(("metric", *metric) if metric else ())]


def _set(change: Change) -> list[str]:
    row = change.after
    words = (("via", row.get("via")), ("dev", row["port"]), ("src", row.get("source")), ("proto", "static"))
    return [*_place(change.name), *(word for name, value in words if value for word in (name, value))]
