# SPDX-License-Identifier: GPL-3.0-or-later
"""A SONiC switch: what its CONFIG_DB must hold, what must be saved, and how its ports must stand."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Network

from ..nodes import Node
from ..spec.model import Fabric, Roce
from .config_db import row
from .model import Row, Subject, subject
from .order import bare, natural, ports
from .switch_qos import qos
from .switch_ways import ways

SAVED = "/etc/sonic/config_db.json"


def subjects(node: Node, fabric: Fabric, roce: Roce, leaf_blocks: Mapping[IPv4Network, object]) -> dict[str, Subject]:
    """All subjects of one switch."""
    size = fabric.leaf.ports if node.role == "leaf" else fabric.spine.ports
    rows = [*_ports(node, fabric.mtu), *_interfaces(node), *_routes(node, leaf_blocks), *qos(node, roce, size)]
    rows.sort(key=lambda row: (row["table"], natural(row["key"])))
    return {
        "config_db": subject(rows, state="merged"),
        "saved": subject([{"file": SAVED, "differences": []}], state="merged"),
        "switch_port": subject(
            {"port": nic.port, "speed": nic.speed, "mtu": fabric.mtu, "oper": "up"} for nic in ports(node)
        ),
    }


def _ports(node: Node, mtu: int) -> list[Row]:
    return [row("PORT", nic.port, {"admin_status": "up", "mtu": mtu, "speed": nic.speed}) for nic in ports(node)]


def _interfaces(node: Node) -> list[Row]:
    """A routed port has one entry for itself and one for its address (sonic-interface.yang)."""
    return [row("INTERFACE", key, {}) for nic in ports(node) for key in (nic.port, f"{nic.port}|{nic.address}")]


def _routes(node: Node, leaf_blocks: Mapping[IPv4Network, object]) -> list[Row]:
    """The way to each other leaf's block: over every spine from a leaf, over every link to that leaf from a spine."""
    rows = []
    for block, links in ways(node, leaf_blocks):
        hops = {
            "nexthop": ",".join(bare(nic.peer.address) for nic in links),
            "ifname": ",".join(nic.port for nic in links),
        }
        rows.append(row("STATIC_ROUTE", f"default|{block}", hops))
    return rows
