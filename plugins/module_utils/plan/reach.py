# SPDX-License-Identifier: GPL-3.0-or-later
"""Whom each rail port must reach with a packet of full size: its leaf, a host on its rail, a host on another rail.

Hosts of a rail ask the next in a ring, so the work grows with the hosts and every port is asked by another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from ..nodes import Nic, Node
from ..spec.model import Fabric
from .model import Subject, subject
from .order import Key, bare, natural, rails

IP_AND_ICMP = 28  # bytes of header in front of a ping's payload: 20 IPv4 (RFC 791), 8 ICMP (RFC 792)


@dataclass(frozen=True)
class End:
    """A host's port on a rail."""

    host: str
    nic: Nic


@dataclass(frozen=True)
class Ring:
    """The ports of a rail by the name of their host, and those names as keys: a neighbour is found by halves."""

    ends: tuple[End, ...]
    keys: tuple[Key, ...]


Rings = Mapping[int, Ring]
Target = tuple[str, str, "str | None"]  # host, port, address


def rings(nodes: Mapping[str, Node]) -> dict[int, Ring]:
    """The ring of each rail."""
    found: dict[int, list[End]] = {}
    for name in sorted(nodes, key=natural):
        for rail, nic in rails(nodes[name]) if nodes[name].os is None else []:
            found.setdefault(rail, []).append(End(name, nic))
    return {rail: Ring(tuple(found[rail]), tuple(natural(end.host) for end in found[rail])) for rail in sorted(found)}


def reach(node: Node, fabric: Fabric, all_rings: Rings) -> Subject:
    """One row for each port and target; ``bytes`` is the payload that fills the MTU."""
    payload = fabric.mtu - IP_AND_ICMP
    return subject(
        {"source": bare(nic.address), "destination": bare(address), "bytes": payload, "host": host, "port": port}
        for rail, nic in rails(node)
        for host, port, address in _targets(node.name, rail, nic, fabric.type, all_rings)
        if address
    )


def _targets(host: str, rail: int, nic: Nic, type: str, all_rings: Rings) -> list[Target]:
    found = [(nic.peer.node, nic.peer.port, nic.peer.address), *_along(host, rail, all_rings)]
    if type == "roce":  # rails of InfiniBand are subnets of their own, with no router between them
        found += _across(host, rail, all_rings)
    return found


def _along(host: str, rail: int, all_rings: Rings) -> list[Target]:
    return [_target(end) for end in [_next(host, all_rings[rail])] if end]


def _across(host: str, rail: int, all_rings: Rings) -> list[Target]:
    """The next host on the next rail: the way there leads over a spine."""
    rails = [*all_rings]
    other = rails[(rails.index(rail) + 1) % len(rails)]
    return [_target(end) for end in [_next(host, all_rings[other])] if end and other != rail]


def _next(host: str, ring: Ring) -> End | None:
    """The first port after ``host``'s in the ring, that is not its own."""
    end = ring.ends[bisect_right(ring.keys, natural(host)) % len(ring.ends)]
    return end if end.host != host else None


def _target(end: End) -> Target:
    return end.host, end.nic.port, end.nic.address
