# SPDX-License-Identifier: GPL-3.0-or-later
"""The cables and the router of a rack, in a network namespace of their own.

Each fabric port's cable ends in the namespace, which has the addresses of all leaves and routes between them. The
management ports are on a bridge; one cable leads from it to this machine, and from there nowhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from lab.command import Failed, run
from lab.vm.guest import Guest, Port

BRIDGE = "management"


def namespace(rack: str) -> str:
    """The name of a rack's network namespace."""
    return f"disagg-{rack}"


def cable(rack: str) -> str:
    """This machine's end of the management cable; an interface has 15 letters at most."""
    return f"vm-{hashlib.sha256(rack.encode()).hexdigest()[:8]}"


def build(rack: str, guests: Iterable[Guest], here: str) -> None:
    """Make the namespace; ``here`` is this machine's address on the management network, with prefix."""
    name = namespace(rack)
    run("ip", "netns", "add", name)
    inside(rack, "ip", "link", "set", "lo", "up")
    inside(rack, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")
    inside(rack, "ip", "link", "add", BRIDGE, "type", "bridge")
    inside(rack, "ip", "link", "set", BRIDGE, "up")
    run("ip", "link", "add", cable(rack), "type", "veth", "peer", "name", "host", "netns", name)
    inside(rack, "ip", "link", "set", "host", "master", BRIDGE, "up")
    run("ip", "address", "add", here, "dev", cable(rack))
    run("ip", "link", "set", cable(rack), "up")
    for guest in guests:
        plug(rack, guest)


def plug(rack: str, guest: Guest) -> None:
    """Lay the cables of one guest."""
    _tap(rack, guest.tap(guest.management_port))
    inside(rack, "ip", "link", "set", guest.tap(guest.management_port), "master", BRIDGE, "up")
    for port in guest.ports:
        _fabric(rack, guest, port)


def unplug(rack: str, guest: Guest) -> None:
    """Take the cables of one guest away."""
    for port in guest.links:
        inside(rack, "ip", "link", "delete", guest.tap(port))


def _fabric(rack: str, guest: Guest, port: Port) -> None:
    tap = guest.tap(port.name)
    _tap(rack, tap)
    inside(rack, "ip", "link", "set", tap, "mtu", str(guest.mtu), "up")
    inside(rack, "ip", "address", "add", port.router, "dev", tap)


def _tap(rack: str, name: str) -> None:
    inside(rack, "ip", "tuntap", "add", name, "mode", "tap")


def remove(rack: str) -> None:
    """Take the namespace away and with it all that is in it."""
    if exists(rack):
        run("ip", "netns", "delete", namespace(rack))


def exists(rack: str) -> bool:
    """Whether the rack has its namespace."""
    return Path("/run/netns", namespace(rack)).exists()


def inside(rack: str, *words: str) -> str:
    """What a command in the rack's namespace prints."""
    return run("ip", "netns", "exec", namespace(rack), *words)


def fault() -> str:
    """Why no namespace can be had on this machine; empty where it can."""
    name = "disagg-probe"
    try:
        run("ip", "netns", "add", name)
        run("ip", "netns", "exec", name, "ip", "tuntap", "add", "probe", "mode", "tap")
    except Failed as error:
        return str(error).splitlines()[-1]
    finally:
        if Path("/run/netns", name).exists():
            run("ip", "netns", "delete", name)
    return ""
