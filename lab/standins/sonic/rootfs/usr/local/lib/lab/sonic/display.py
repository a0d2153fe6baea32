# SPDX-License-Identifier: GPL-3.0-or-later
"""``show`` and ``sonic-cfggen``: the commands that only read."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from . import database
from .commands import Command, call
from .ports import admin_up, carrier, link_speed

HEADER = ("Interface", "Lanes", "Speed", "MTU", "FEC", "Alias", "Vlan", "Oper", "Admin", "Type", "Asym PFC")


def running(path: str, flags: Mapping[str, bool], words: list[str]) -> None:
    """Print CONFIG_DB, and FRR's own configuration in ``bgpraw``."""
    shown: dict[str, Any] = {**database.ordered(database.load()), "bgpraw": frr(database.load())}
    print(json.dumps(shown, indent=4))


def frr(config: database.Database) -> str:
    """FRR's running configuration: nothing but the static routes that the routing manager gave it."""
    routes = [
        f"ip route {key.rpartition('|')[2]} {via}"
        for key, row in sorted(config.get("STATIC_ROUTE", {}).items())
        for via in row.get("nexthop", "").split(",")
    ]
    lines = ["Building configuration...", "", "Current configuration:", "!", "frr version 10.0.1", *routes, "end"]
    return "\n".join(lines) + "\n"


def status(path: str, flags: Mapping[str, bool], words: list[str]) -> None:
    """Print a table of the ports: how they are set and whether they are up."""
    ports = database.load().get("PORT", {})
    names = [name for name in sorted(ports, key=database.natural) if not words or name in words[0].split(",")]
    print(table([HEADER, *(_row(name, ports[name]) for name in names)]))


def _row(name: str, port: Mapping[str, str]) -> tuple[str, ...]:
    up = admin_up(port) and carrier(name)
    speed = link_speed(name, port) if up else int(port["speed"])
    fields = [port.get(field, "N/A") for field in ("mtu", "fec", "alias")]
    oper, admin = ("up" if state else "down" for state in (up, admin_up(port)))
    return (name, port["lanes"], spoken(speed), *fields, "routed", oper, admin, "N/A", port.get("pfc_asym", "off"))


def encodings(path: str, flags: Mapping[str, bool], words: list[str]) -> None:
    """Print a table of the ports' FEC: what runs and what is configured; a link at these speeds has RS."""
    config = database.load().get("PORT", {})
    rows = [
        (name, "rs" if admin_up(port) and carrier(name) else "N/A", port.get("fec", "N/A"))
        for name, port in sorted(config.items(), key=lambda item: database.natural(item[0]))
    ]
    print(table([("Interface", "FEC Oper", "FEC Admin"), *rows]))


def spoken(speed: int) -> str:
    """A speed in Mb/s as intfutil prints it."""
    if speed < 1000:
        return f"{speed}M"
    return f"{speed / 1000:.1f}G" if speed % 1000 >= 100 else f"{speed / 1000:.0f}G"


def table(rows: list[tuple[str, ...]]) -> str:
    """Rows as tabulate's form "simple" with everything to the right."""
    widths = [max(len(column[0]) + 2, *map(len, column)) for column in zip(*rows)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


COMMANDS = {
    "runningconfiguration all": Command(running, {"--verbose": "verbose"}),
    "interfaces fec status": Command(encodings, {"--verbose": "verbose"}),
    "interfaces status": Command(status, {"--verbose": "verbose"}, (("INTERFACENAME", False),)),
}


def show() -> None:
    call("show", COMMANDS, sys.argv[1:])


def cfggen() -> None:
    """``sonic-cfggen -d --print-data``: CONFIG_DB as it is."""
    if {*sys.argv[1:]} != {"-d", "--print-data"}:
        print("usage: sonic-cfggen -d --print-data", file=sys.stderr)
        raise SystemExit(2)
    print(database.text(database.load()))
