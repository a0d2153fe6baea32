# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways of a switch to the blocks of addresses that lie behind other leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Network

from ..nodes import Nic, Node
from .order import ports


def ways(node: Node, leaf_blocks: Mapping[IPv4Network, object]) -> Iterator[tuple[IPv4Network, list[Nic]]]:
    """Each block with its links: over every spine from a leaf, over every link to that leaf from a spine."""
    for block in leaf_blocks:
        links = [nic for nic in ports(node) if nic.rail is None and _leads_to(node, nic, block)]
        if links:
            yield block, links


def _leads_to(node: Node, nic: Nic, block: IPv4Network) -> bool:
    """Whether a link between switches is on the way; both its ends have addresses of the leaf's block."""
    own = IPv4Network(nic.address or "", strict=False).subnet_of(block)
    return own if node.role == "spine" else not own
