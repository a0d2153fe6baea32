# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the nodes are those of the wish. A plan for part of a cluster, or for yesterday's, would look complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ipaddress import ip_address

from ..nodes import Node
from ..spec.model import Fabric, Spec
from .order import bare, ports

REMEDY = "run playbooks/provision.yml, or correct cluster.yml"


def disagreements(spec: Spec, nodes: Mapping[str, Node]) -> list[str]:
    """One line for each thing in which nodes and spec differ; none if they agree."""
    wanted = _wanted(spec)
    missing = [f"nodes.{name}: missing, cluster.yml has it; do: {REMEDY}" for name in wanted if name not in nodes]
    extra = [f"nodes.{name}: found, cluster.yml has no such node; do: {REMEDY}" for name in nodes if name not in wanted]
    differ = [line for name in wanted if name in nodes for line in _differences(nodes[name], wanted[name], spec)]
    return missing + extra + differ


def _wanted(spec: Spec) -> dict[str, dict[str, object]]:
    """What each node must be, by name."""
    hosts: dict[str, dict[str, object]] = {
        host: {"role": group.role, "group": group.name, "profile": group.profile, "os": None}
        for group in spec.nodes
        for host in group.hosts
    }
    tiers = {"leaf": spec.fabric.leaf, "spine": spec.fabric.spine}
    switches = {name: name.partition("-")[0] for name in spec.switches}
    return {**hosts, **{name: {"role": tier, "os": tiers[tier].os} for name, tier in switches.items()}}


def _differences(node: Node, wanted: dict[str, object], spec: Spec) -> Iterator[str]:
    for key, value in wanted.items():
        if getattr(node, key) != value:
            yield _line(f"{node.name}.{key}", getattr(node, key), value)
    if node.os is None and node.profile in spec.profiles:
        profile = spec.profiles[node.profile]
        ends = [*zip(profile.rails, profile.ports, profile.hcas)]
        found = [(nic.rail, nic.port, nic.hca) for nic in ports(node)]
        if found != sorted(ends):
            yield _line(f"{node.name}.nics", _told(found), _told(sorted(ends)))
    yield from _port_differences(node, spec.fabric)


def _port_differences(node: Node, fabric: Fabric) -> Iterator[str]:
    for nic in ports(node):
        where = f"{node.name}.{nic.port}"
        if nic.speed != fabric.speed:
            yield _line(f"{where}.speed", nic.speed, f"{fabric.speed} (fabric.speed)")
        if nic.address and not _inside(nic.address, fabric):
            yield _line(f"{where}.address", nic.address, f"one in fabric.subnet, {fabric.subnet}")
        if fabric.type == "roce" and not nic.address:
            yield _line(f"{where}.address", "none", "an address: every RoCE link is routed")


def _inside(address: str, fabric: Fabric) -> bool:
    return ip_address(bare(address)) in fabric.subnet


def _told(ends: list[tuple[int | None, str, str | None]]) -> str:
    return ", ".join(f"rail {rail} {port} {hca}" for rail, port, hca in ends) or "none"


def _line(where: str, found: object, wanted: object) -> str:
    return f"nodes.{where}: {found} found; allowed: {wanted}; do: {REMEDY}"
