# SPDX-License-Identifier: GPL-3.0-or-later
"""Make the kernel do what CONFIG_DB says, as SONiC's port, interface and route managers do."""

from __future__ import annotations

import json
import subprocess
import syslog
from ipaddress import ip_address, ip_interface
from pathlib import Path
from typing import Any

from . import database
from .database import Database
from .ports import admin_up, carrier, present

STATIC = "196"  # what FRR marks its static routes with in the kernel (RTPROT_ZSTATIC)
SYSCTLS = {"net/ipv4/ip_forward": "1", "net/ipv4/conf/all/rp_filter": "0"}


def program(config: Database) -> None:
    """Bring ports, addresses and routes to ``config``; a tree of tests has no kernel."""
    if Path("/") != database.ROOT:
        return
    for name, value in SYSCTLS.items():
        _sysctl(name, value)
    for name in present():
        _port(name, config.get("PORT", {}).get(name, {}))
        _sysctl(f"net/ipv4/conf/{name}/rp_filter", "0")  # ECMP answers come back by another link
        _addresses(name, addresses(config, name))
    _routes(config)


def addresses(config: Database, name: str) -> set[str]:
    """The addresses that CONFIG_DB gives a port."""
    keys = (key.split("|") for key in config.get("INTERFACE", {}) if "|" in key)
    return {str(ip_interface(prefix)) for port, prefix in keys if port == name}


def routes(config: Database, up: set[str]) -> dict[str, list[str]]:
    """The static routes by destination, each with the next hops that lie behind a port in ``up``."""
    near = [ip_interface(prefix).network for port in up for prefix in addresses(config, port)]
    wanted = {}
    for key, row in config.get("STATIC_ROUTE", {}).items():
        vrf, _, prefix = key.rpartition("|")
        hops = [hop for hop in row.get("nexthop", "").split(",") if hop and vrf in ("", "default")]
        wanted[prefix] = [hop for hop in hops if any(ip_address(hop) in network for network in near)]
    return {prefix: hops for prefix, hops in wanted.items() if hops}


def _port(name: str, port: dict[str, str]) -> None:
    link = _ip_json("link", "show", "dev", name)[0]
    mtu, up = int(port.get("mtu", 9100)), admin_up(port)
    if link["mtu"] != mtu:
        _ip("link", "set", "dev", name, "mtu", str(mtu))
    if ("UP" in link["flags"]) != up:
        _ip("link", "set", "dev", name, "up" if up else "down")


def _addresses(name: str, wanted: set[str]) -> None:
    shown = _ip_json("addr", "show", "dev", name)[0]["addr_info"]
    there = {f"{each['local']}/{each['prefixlen']}" for each in shown if each["scope"] == "global"}
    for address in sorted(there - wanted):
        _ip("addr", "del", address, "dev", name)
    for address in sorted(wanted - there):
        _ip("addr", "add", address, "dev", name)


def _routes(config: Database) -> None:
    ports = config.get("PORT", {})
    wanted = routes(config, {name for name in present() if admin_up(ports.get(name, {})) and carrier(name)})
    there = {_full(route["dst"]): _hops(route) for route in _ip_json("route", "show", "proto", STATIC)}
    for prefix in sorted({*there} - {*wanted}):
        _ip("route", "del", prefix, "proto", STATIC)
    for prefix, hops in sorted(wanted.items()):
        if there.get(prefix) != sorted(hops):
            _ip(
                "route", "replace", prefix, "proto", STATIC, *(word for hop in hops for word in ("nexthop", "via", hop))
            )


def _full(destination: str) -> str:
    """The kernel prints a route to all or to one host without its length."""
    return "0.0.0.0/0" if destination == "default" else destination if "/" in destination else f"{destination}/32"


def _hops(route: dict[str, Any]) -> list[str]:
    return sorted(hop["gateway"] for hop in route.get("nexthops", [route]) if "gateway" in hop)


def _ip(*words: str) -> str:
    """What ``ip`` prints; what it refuses goes to the log, as a SONiC manager's does."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        syslog.syslog(syslog.LOG_ERR, f"lab-sonic: ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def _ip_json(*words: str) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = json.loads(_ip("-j", *words) or "[]")
    return shown


def _sysctl(name: str, value: str) -> None:
    path = Path("/proc/sys") / name
    if path.read_text().strip() != value:
        path.write_text(value)
