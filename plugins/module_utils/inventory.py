# SPDX-License-Identifier: GPL-3.0-or-later
"""From contracts to what Ansible's inventory holds. Addresses and groups only: what is, never what shall be."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .contract import HOST_ROLES, ROLES, SWITCH_ROLES, Contract, Node

# Parents, so that variables of a role outrank those of all hosts; always there, so that a play may name any of them.
# How to log in belongs to "nodes" and not to Ansible's "all", since "all" reaches the controller too.
CHILDREN = {"nodes": ("hosts", "switches"), "hosts": HOST_ROLES, "switches": SWITCH_ROLES}


@dataclass(frozen=True)
class Inventory:
    """Groups by name with their nodes and their child groups, and each node's variables."""

    groups: dict[str, list[str]]
    children: dict[str, tuple[str, ...]]
    hostvars: dict[str, dict[str, Any]]


def grouped(contracts: Iterable[Contract]) -> Inventory:
    """Groups and host variables of all nodes, sorted by name."""
    nodes = {name: (contract, node) for contract in contracts for name, node in contract.nodes.items()}
    groups: dict[str, list[str]] = defaultdict(list, {group: [] for group in (*ROLES, "fabric_hosts")})
    hostvars = {}
    for name, (contract, node) in sorted(nodes.items()):
        hostvars[name] = _variables(contract.cluster, node)
        for group in dict.fromkeys(_groups(node)):
            groups[group].append(name)
    return Inventory(dict(groups), CHILDREN, hostvars)


def entry(node: Node) -> dict[str, Any]:
    """The node as the contract writes it, without its name."""
    nics = [{**vars(nic), "peer": {**vars(nic.peer)}} for nic in node.nics]
    written = {**vars(node), "host_keys": [*node.host_keys], "tags": {**node.tags}, "nics": nics}
    del written["name"]
    return written


def _variables(cluster: str, node: Node) -> dict[str, Any]:
    return {"ansible_host": node.address, "ansible_user": node.user, "node": entry(node), "cluster_name": cluster}


def _groups(node: Node) -> Iterator[str]:
    yield node.role
    if node.rack:
        yield _group("rack", node.rack)
    if node.profile:
        yield _group("profile", node.profile)
    if node.role in SWITCH_ROLES or not node.nics:
        return
    yield "fabric_hosts"
    for nic in node.nics:
        yield _group("leaf", nic.peer.node)
        if nic.rail is not None:
            yield _group("rail", str(nic.rail))


def _group(kind: str, name: str) -> str:
    """A name that Ansible takes for a group: letters, digits and underscore."""
    return re.sub(r"[^A-Za-z0-9_]", "_", f"{kind}_{name}")
