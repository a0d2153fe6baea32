# SPDX-License-Identifier: GPL-3.0-or-later
"""What each switch of a fabric is to carry, as numbers: its ports' cables, and what the spec says of its traffic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..nodes import Nic, Node
from ..spec.model import Cables, Fabric, Roce, Tier
from .congestion import watchdog
from .order import ports
from .port_headroom import Port
from .switch_plan import Intent, SwitchPlan, plan_switch

Numbers = Mapping[str, SwitchPlan]


def numbers(fabric: Fabric, roce: Roce, nodes: Mapping[str, Node]) -> Numbers:
    """The lossless numbers of each switch whose model is known; raises ``ValueError`` with all that cannot be."""
    switches = [node for node in nodes.values() if node.nics and node.os is not None and tier_of(node, fabric).model]
    made: dict[str, SwitchPlan] = {}
    problems: list[tuple[Node, str]] = []
    for node in switches:
        try:
            made[node.name] = _planned(node, fabric, roce)
            told = made[node.name].problems
        except ValueError as error:
            told = (str(error),)
        problems += [(node, problem) for problem in told]
    if problems:
        raise ValueError("\n".join(_lines(problems, fabric)))
    return made


def tier_of(node: Node, fabric: Fabric) -> Tier:
    """The tier a switch belongs to."""
    return fabric.leaf if node.role == "leaf" else fabric.spine


def cable(nic: Nic, cables: Cables) -> int:
    """Metres of the cable at a port of a switch; a link between switches is on no rail."""
    return cables.spine if nic.rail is None else cables.host


def _planned(node: Node, fabric: Fabric, roce: Roce) -> SwitchPlan:
    tier = tier_of(node, fabric)
    made = {nic.port: Port(nic.speed, cable(nic, fabric.cables), fabric.mtu, tier.lanes) for nic in ports(node)}
    senders = roce.senders(tier.ports)
    ratio = roce.over_subscription
    _, detection = watchdog(tier.ports)
    shared = Intent(roce.priority, senders, dynamic_th=roce.dynamic_th, ratio=ratio)
    intent = replace(shared, lossy=roce.lossy, detection=detection)
    return plan_switch(tier.model or "", made, intent)


def _lines(problems: Iterable[tuple[Node, str]], fabric: Fabric) -> Iterator[str]:
    """A line for each kind of problem, with the first switch that has it: those of a tier differ in numbers only."""
    kinds: dict[tuple[str, str], list[tuple[Node, str]]] = {}
    for node, problem in problems:
        kinds.setdefault((node.role, re.sub(r"\d+", "", problem)), []).append((node, problem))
    for (role, _), found in kinds.items():
        node, problem = found[0]
        others = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield f"fabric.{role}.model: {tier_of(node, fabric).model}, on {node.name}{others}: {problem}"
