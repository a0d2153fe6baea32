# SPDX-License-Identifier: GPL-3.0-or-later
"""A switch's plan in the words of its operating system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import IPv4Network

from ..nodes import Node
from ..spec.model import Fabric, Roce
from . import switch, switch_eos, switch_nvue, switch_nxos
from .congestion import MARK_ALL, MARK_FROM, MARK_PROBABILITY, watchdog
from .model import Subject
from .order import ports
from .switch_intent import cable, tier_of
from .switch_plan import SwitchPlan
from .switch_ways import ways
from .switch_wish import SwitchWish

OTHERS: Mapping[str, Callable[[SwitchWish], dict[str, Subject]]] = {
    "cumulus": switch_nvue.subjects,
    "eos": switch_eos.subjects,
    "nxos": switch_nxos.subjects,
}


def subjects(
    node: Node, fabric: Fabric, roce: Roce, leaf_blocks: Mapping[IPv4Network, object], numbers: SwitchPlan | None
) -> dict[str, Subject]:
    """All subjects of one switch; ``numbers`` are None where nothing is known of what it is made of."""
    other = OTHERS.get(node.os or "")
    if other:
        return other(wish(node, fabric, roce, leaf_blocks, numbers))
    return switch.subjects(node, fabric, roce, leaf_blocks, numbers)


def wish(
    node: Node, fabric: Fabric, roce: Roce, leaf_blocks: Mapping[IPv4Network, object], numbers: SwitchPlan | None
) -> SwitchWish:
    """What the switch shall do, with computed thresholds where there are numbers, else with the published ones."""
    curve = numbers.marking if numbers else None
    return SwitchWish(
        node,
        fabric.mtu,
        roce,
        tuple(ways(node, leaf_blocks)),
        curve.kmin if curve else MARK_FROM,
        curve.kmax if curve else MARK_ALL,
        curve.percent if curve else MARK_PROBABILITY,
        max((cable(nic, fabric.cables) for nic in ports(node)), default=fabric.cables.host),
        watchdog(tier_of(node, fabric).ports)[1],
    )
