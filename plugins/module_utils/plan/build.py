# SPDX-License-Identifier: GPL-3.0-or-later
"""From the wish and the nodes to the plans: one for each host and switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network

from ..nodes import Node
from ..spec.model import Spec
from . import (
    host_base,
    host_buffers,
    host_congestion,
    host_ports,
    lossless,
    memory,
    nccl,
    nics,
    reach,
    routes,
    subnet_manager,
    switches,
)
from .agree import disagreements
from .host_reasons import host_reasons
from .incast import incast
from .links import links
from .model import Plan, Row, Subject, subject
from .rdma_mtu import mtu_warning
from .switch_intent import Numbers, numbers, tier_of
from .switch_plan import SwitchPlan
from .switch_reasons import switch_reasons


@dataclass(frozen=True)
class Fabric:
    """What a node's plan needs to know of the others, and the numbers of all switches."""

    blocks: dict[IPv4Network, frozenset[int]]
    destinations: dict[str, frozenset[int]]
    rings: dict[int, reach.Ring]
    joined: bool  # whether spines join the leaves
    numbers: Numbers


def build(spec: Spec, nodes: Mapping[str, Node]) -> dict[str, Plan]:
    """The plan of every node, by name; raises ``ValueError`` where nodes or numbers do not fit the spec."""
    wrong = disagreements(spec, nodes)
    if wrong:
        raise ValueError("\n".join(wrong))
    roce = spec.fabric.roce
    blocks = routes.blocks(spec.fabric, nodes) if roce else {}
    fabric = Fabric(
        blocks,
        routes.destinations(blocks),
        reach.rings(nodes),
        _joined(nodes),
        numbers(spec.fabric, roce, nodes) if roce else {},
    )
    return {name: _plan(nodes[name], spec, fabric) for name in sorted(nodes)}


def _joined(nodes: Mapping[str, Node]) -> bool:
    return any(nic.rail is None for node in nodes.values() if node.role == "leaf" for nic in node.nics)


def _plan(node: Node, spec: Spec, fabric: Fabric) -> Plan:
    found = _host(node, spec, fabric) if node.os is None else _switch(node, spec, fabric)
    kept = {name: found[name] for name in found if found[name]}
    made = fabric.numbers.get(node.name)
    warnings = _warnings(node, spec, made)
    why = _why(node, spec, kept) if node.os is None else switch_reasons(spec.fabric, node, made)
    told = links(node, spec.fabric.mtu)
    return Plan(spec.name, node.name, node.role, told, kept, warnings, why, _incast(node, spec, made))


def _incast(node: Node, spec: Spec, made: SwitchPlan | None) -> Row:
    roce = spec.fabric.roce
    return incast(made, roce, roce.senders(tier_of(node, spec.fabric).ports)) if made and roce else {}


def _warnings(node: Node, spec: Spec, made: SwitchPlan | None) -> list[str]:
    """What a host's NIC cannot be given, or what a switch will not keep; and a fabric's MTU below RDMA's largest."""
    roce = spec.fabric.roce
    if not roce:
        return []
    small = [mtu_warning(spec.fabric.mtu)] if node.nics else []
    lacking = nics.warnings(spec.profile_of(node.group), roce) if node.os is None else []
    return [*filter(None, small), *lacking, *(made.warnings if made else [])]


def _why(node: Node, spec: Spec, kept: dict[str, Subject]) -> list[Row]:
    return [*host_reasons(node, spec, kept), *memory.reasons(spec.profile_of(node.group).memory)]


def _host(node: Node, spec: Spec, fabric: Fabric) -> dict[str, Subject]:
    profile = spec.profile_of(node.group)
    files = [*host_base.files(node, profile), *subnet_manager.files(node.name, spec.fabric)]
    return {
        "sysctl": host_base.sysctl(node, profile),
        "kernel_module": host_base.kernel_module(profile),
        "files": subject(sorted(files, key=lambda row: str(row["path"])), state="merged"),
        "link": host_ports.link(node, spec.fabric.mtu),
        "speed": host_ports.speed(node),
        "service": subject(_units(node, spec), state="merged"),
        "reach": reach.reach(node, spec.fabric, fabric.rings),
        "nccl": nccl.nccl(node, spec, fabric.joined) if profile.gpus and node.nics else {},
        **memory.subjects(profile.memory),
        **_roce(node, spec, fabric),
    }


def _units(node: Node, spec: Spec) -> list[Row]:
    fabric = lossless.units(node) if spec.fabric.roce else subnet_manager.units(node.name, spec.fabric)
    return [*fabric, *memory.units(spec.profile_of(node.group).memory)]


def _roce(node: Node, spec: Spec, fabric: Fabric) -> dict[str, Subject]:
    """What only routed Ethernet needs; InfiniBand is lossless by its credits and its rails are subnets of their own."""
    roce, profile = spec.fabric.roce, spec.profile_of(node.group)
    if not roce:
        return {}
    found = {
        "pause": host_ports.pause(node),
        "fec": host_ports.fec(node),
        "gid": host_ports.gid(node),
        "route": routes.route(node, spec.fabric, fabric.destinations),
        "rule": routes.rule(node, spec.fabric),
        "pfc": lossless.pfc(node, roce),
        "buffer": host_buffers.buffer(node, spec.fabric, roce),
        "ets": lossless.ets(node, roce),
        "dscp": lossless.dscp(node, roce),
        "roce_cc": host_congestion.roce_cc(node, profile, spec.fabric, roce),
        "rdma_cm": host_congestion.rdma_cm(node, roce),
        "dcbx": host_congestion.dcbx(node),
        "counters": host_congestion.counters(node),
    }
    without = nics.FAMILIES[profile.nic].without
    return {name: found[name] for name in found if name not in without}


def _switch(node: Node, spec: Spec, fabric: Fabric) -> dict[str, Subject]:
    """InfiniBand switches are set up by the subnet manager alone."""
    roce = spec.fabric.roce
    if not roce:
        return {}
    return switches.subjects(node, spec.fabric, roce, fabric.blocks, fabric.numbers.get(node.name))
