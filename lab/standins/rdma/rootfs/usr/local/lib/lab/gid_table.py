# SPDX-License-Identifier: GPL-3.0-or-later
"""A GID table as the kernel keeps it: a GID stays at its index until its address goes, and a new one fills a hole."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

SIZE = 256
TYPES = ("IB/RoCE v1", "RoCE v2")
UNSET = None
# A slot holds (gid as 8 hex groups, type), or UNSET.
Slot = tuple[str, str]


def gid(address: IPv4Address | IPv6Address) -> str:
    """An address as a GID; IPv4 is mapped into IPv6."""
    mapped = IPv6Address(f"::ffff:{address}") if isinstance(address, IPv4Address) else address
    return mapped.exploded


def link_local(mac: str) -> str:
    """The default GID of a port: fe80:: and the EUI-64 of its MAC."""
    octets = [int(octet, 16) for octet in mac.split(":")]
    eui = [octets[0] ^ 2, *octets[1:3], 0xFF, 0xFE, *octets[3:]]
    return gid(IPv6Address(b"\xfe\x80" + bytes(6) + bytes(eui)))


def wanted(mac: str, addresses: list[str]) -> list[Slot]:
    """What the table should hold: each GID in both types, the default one first."""
    gids = dict.fromkeys([link_local(mac), *(gid(ip_address(address)) for address in addresses)])
    return [(value, kind) for value in gids for kind in TYPES]


def follow(table: list[Slot | None], slots: list[Slot]) -> list[Slot | None]:
    """The table after an address change: what is no longer wanted leaves a hole, what is new fills the first."""
    kept: list[Slot | None] = [slot if slot in slots else UNSET for slot in table] or [UNSET] * SIZE
    for slot in slots:
        if slot not in kept and UNSET in kept:
            kept[kept.index(UNSET)] = slot
    return kept
