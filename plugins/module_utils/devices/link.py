# SPDX-License-Identifier: GPL-3.0-or-later
"""Address, MTU and state of a host's ports, as ``ip`` shows and sets them. Pure.

A port that carries the default route or this SSH session is refused unless the option ``management`` says yes.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Interface, ip_interface
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of

NAME = "link"
KEY = ("port",)
BLANK: Row = {"address": "", "others": [], "mtu": 1500, "up": True}  # 1500: IEEE 802.3 and the kernel's default
SMALLEST, LARGEST = 68, 65520  # bytes: IPv4's smallest (RFC 791), IPoIB's largest (RFC 4755)
REMEDY = "the port must exist; look at 'ip link' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Each port, labelled with the address it shall have, and what tells which port people come in by."""
    show = {port: Read(("ip", "-j", "addr", "show", "dev", port)) for port in want}
    ports = {f"{port} {row.get('address', '')}": show[port] for port, row in want.items()}
    default = Read(("ip", "-j", "-4", "route", "show", "default"))
    return {**ports, "default route": default, "session": Read(variable="SSH_CONNECTION")}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Each port's row; ``address`` is the wanted one where the port has it, ``others`` are all beside it."""
    looks = {tuple(label.split(" ")): look for label, look in seen.items() if label not in ("default route", "session")}
    answers = {port: json_of(f"link {port}", look, REMEDY) for (port, _), look in looks.items()}
    with shape_of("links", REMEDY):
        ports = {port: answer[0] for port, answer in answers.items()}
        if not options.get("management"):
            _refuse_management(ports, seen)
        return {port: _row(ports[port], wanted) for port, wanted in looks}


def check(name: str, row: Row) -> None:
    """Refuse an address without a prefix and an MTU no port can have."""
    address = row.get("address", "")
    try:
        fits = not address or ("/" in address and isinstance(ip_interface(address), IPv4Interface))
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"config[{name}].address: {address!r}; allowed: an IPv4 address with prefix, as 10.64.0.1/31")
    if not SMALLEST <= row.get("mtu", SMALLEST) <= LARGEST:
        raise ValueError(f"config[{name}].mtu: {row['mtu']}; allowed: {SMALLEST} to {LARGEST} bytes")
    if row.get("others", []) != sorted(row.get("others", [])):
        raise ValueError(f"config[{name}].others: not sorted; sort them, as they are read")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """MTU and state first; the new address before the old one goes, which would take the port's routes with it."""
    return [Run(argv) for change in changes for argv in [*_settings(change), *_addresses(change)]]


def _settings(change: Change) -> list[tuple[str, ...]]:
    now, then = change.before, change.after
    words = ("mtu", str(then["mtu"])) if now["mtu"] != then["mtu"] else ()
    state = ("up" if then["up"] else "down",) if now["up"] != then["up"] else ()
    return [("ip", "link", "set", "dev", change.name, *words, *state)] if words or state else []


def _addresses(change: Change) -> list[tuple[str, ...]]:
    before, after = _all(change.before), _all(change.after)
    new = [("ip", "addr", "replace", address, "dev", change.name) for address in after if address not in before]
    old = [address for address in before if address not in after]
    again = new if any(_same_network(address, after) for address in old) else []
    return [*new, *(("ip", "addr", "del", address, "dev", change.name) for address in old), *again]


def _all(row: Row) -> list[str]:
    return [address for address in (row["address"], *row["others"]) if address]


def _same_network(old: str, after: list[str]) -> bool:
    """Whether ``old`` goes from a network whose other addresses the kernel may take away with it."""
    return any(ip_interface(old).network == ip_interface(address).network for address in after)


def _row(shown: dict[str, Any], wanted: str) -> Row:
    found = [f"{info['local']}/{info['prefixlen']}" for info in shown["addr_info"] if info["family"] == "inet"]
    address = wanted if wanted in found else "" if wanted else next(iter(found), "")
    others = sorted(other for other in found if other != address)
    return {"address": address, "others": others, "mtu": shown["mtu"], "up": "UP" in shown["flags"]}


def _refuse_management(ports: dict[str, Any], seen: Mapping[str, Seen]) -> None:
    """Refuse the port that this work comes in by: a mistake there could not be mended from here."""
    default = json_of("default route", seen["default route"], REMEDY)
    defaults = [hop.get("dev") for route in default for hop in (route, *route.get("nexthops", []))]
    served = (seen["session"].text.split() + [""] * 4)[2]  # client, its port, server, its port: sshd(8)
    for port, shown in ports.items():
        carries = "the default route" if port in defaults else ""
        if served and served in [info["local"] for info in shown["addr_info"]]:
            carries = "this SSH session"
        if carries:
            raise ValueError(f"config[{port}].port: carries {carries}; leave it out, or say management: true")
