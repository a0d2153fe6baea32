# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways of a switch to the blocks of addresses that lie behind other leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network

from ..nodes import Nic, Node
from .order import bare, ports


def ways(node: Node, leaf_blocks: Mapping[IPv4Network, object]) -> Iterator[tuple[IPv4Network, tuple[Nic, ...]]]:
    """Each block with its links: over every spine from a leaf, over every link to that leaf from a spine."""
    up = [nic for nic in ports(node) if nic.rail is None]
    by_block = _by_block(up, leaf_blocks)
    if node.role == "spine":
        yield from ((block, tuple(by_block[block])) for block in leaf_blocks if block in by_block)
    elif up:
        links = tuple(up)  # one for all blocks: who writes them down need do so once
        yield from ((block, links) for block in leaf_blocks if block not in by_block)


def _by_block(links: Iterable[Nic], leaf_blocks: Mapping[IPv4Network, object]) -> dict[IPv4Network, list[Nic]]:
    """The links between switches by the leaf's block from which both their ends have addresses."""
    lengths = {block.prefixlen for block in leaf_blocks}
    found: dict[IPv4Network, list[Nic]] = {}
    for nic in links:
        for length in lengths:
            found.setdefault(IPv4Network((bare(nic.address), length), strict=False), []).append(nic)
    return found
