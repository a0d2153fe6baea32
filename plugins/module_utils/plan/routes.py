# SPDX-License-Identifier: GPL-3.0-or-later
"""Which rail a packet leaves by. What is bound to a rail's address stays on that rail; the rest takes the best."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Network
from math import log2

from ..nodes import Nic, Node
from ..spec.model import Fabric
from ..spec.wiring import leaf_block
from .model import Row, Subject, subject
from .order import bare, rails

FIRST_TABLE = 100  # the kernel has 0 and 253 to 255; 1 to 99 are left to others
MAIN = "main"

Blocks = Mapping[IPv4Network, frozenset[int]]  # a leaf's block of addresses, and the rails it serves
Ways = Mapping[str, frozenset[int]]  # the same in words, for every host has a row for each


def blocks(fabric: Fabric, nodes: Mapping[str, Node]) -> dict[IPv4Network, frozenset[int]]:
    """The block of each leaf that has links, with the rails of the hosts on it."""
    prefix = 32 - int(log2(leaf_block(fabric.leaf.ports)))
    found: dict[IPv4Network, frozenset[int]] = {}
    for node in nodes.values():
        if node.role == "leaf" and node.nics:
            block = IPv4Network((bare(node.nics[0].address), prefix), strict=False)
            found[block] = frozenset(nic.rail for nic in node.nics if nic.rail is not None)
    return dict(sorted(found.items()))


def destinations(leaf_blocks: Blocks) -> dict[str, frozenset[int]]:
    """The blocks as routes name them."""
    return {str(block): served for block, served in leaf_blocks.items()}


def route(node: Node, fabric: Fabric, ways: Ways) -> Subject:
    """Table 100 + rail for each rail, and in table main the blocks this host shares a rail with, then the rest."""
    rows = [*_rail_tables(node, fabric), *_main(node, fabric, ways)]
    return subject(rows, state="overridden", within=str(fabric.subnet))


def rule(node: Node, fabric: Fabric) -> Subject:
    """What comes from a rail's address is looked up in that rail's table."""
    rows = [{"source": bare(nic.address), "table": str(FIRST_TABLE + rail)} for rail, nic in rails(node)]
    return subject(rows, state="overridden", within=str(fabric.subnet))


def _rail_tables(node: Node, fabric: Fabric) -> list[Row]:
    return [_row(str(FIRST_TABLE + rail), str(fabric.subnet), nic) for rail, nic in rails(node)]


def _main(node: Node, fabric: Fabric, ways: Ways) -> list[Row]:
    """By block the first of the host's rails that its leaf serves; for all others the host's first rail."""
    own = rails(node)
    first = {served: _first(own, served) for served in {*ways.values()}}
    taken = {destination: nic for destination, served in ways.items() if (nic := first[served])}
    if own:
        taken.setdefault(str(fabric.subnet), own[0][1])
    return [_row(MAIN, destination, nic) for destination, nic in taken.items()]


def _first(own: list[tuple[int, Nic]], served: frozenset[int]) -> Nic | None:
    return next((nic for rail, nic in own if rail in served), None)


def _row(table: str, destination: str, nic: Nic) -> Row:
    return {"table": table, "destination": destination, "via": bare(nic.peer.address), "port": nic.port}
