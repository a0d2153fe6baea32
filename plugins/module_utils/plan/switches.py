# SPDX-License-Identifier: GPL-3.0-or-later
"""A switch's plan in the words of its operating system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import IPv4Network

from ..nodes import Node
from ..spec.model import Fabric, Roce
from . import switch, switch_eos, switch_nvue, switch_nxos
from .congestion import CABLE_METRES, MARK_ALL, MARK_FROM, MARK_PROBABILITY, watchdog
from .model import Subject
from .switch_ways import ways
from .switch_wish import SwitchWish

OTHERS: Mapping[str, Callable[[SwitchWish], dict[str, Subject]]] = {
    "cumulus": switch_nvue.subjects,
    "eos": switch_eos.subjects,
    "nxos": switch_nxos.subjects,
}


def subjects(node: Node, fabric: Fabric, roce: Roce, leaf_blocks: Mapping[IPv4Network, object]) -> dict[str, Subject]:
    """All subjects of one switch."""
    other = OTHERS.get(node.os or "")
    return other(wish(node, fabric, roce, leaf_blocks)) if other else switch.subjects(node, fabric, roce, leaf_blocks)


def wish(node: Node, fabric: Fabric, roce: Roce, leaf_blocks: Mapping[IPv4Network, object]) -> SwitchWish:
    """What the switch shall do, with the published thresholds."""
    size = fabric.leaf.ports if node.role == "leaf" else fabric.spine.ports
    return SwitchWish(
        node,
        fabric.mtu,
        roce,
        tuple((block, tuple(links)) for block, links in ways(node, leaf_blocks)),
        MARK_FROM,
        MARK_ALL,
        MARK_PROBABILITY,
        CABLE_METRES,
        watchdog(size)[1],
    )
