# SPDX-License-Identifier: GPL-3.0-or-later
"""A SONiC switch: what its CONFIG_DB must hold, what must be saved, and how its ports must stand."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Network

from ..nodes import Nic, Node
from ..spec.model import Fabric, Roce
from .config_db import row
from .model import Row, Subject, subject
from .order import bare, natural, ports
from .switch_qos import qos

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
    for block in leaf_blocks:
        links = [nic for nic in ports(node) if nic.rail is None and _leads_to(node, nic, block)]
        hops = {
            "nexthop": ",".join(bare(nic.peer.address) for nic in links),
            "ifname": ",".join(nic.port for nic in links),
        }
        rows += [row("STATIC_ROUTE", f"default|{block}", hops)] if links else []
    return rows


def _leads_to(node: Node, nic: Nic, block: IPv4Network) -> bool:
    """Whether a link between switches is on the way; both its ends have addresses of the leaf's block."""
    own = IPv4Network(nic.address or "", strict=False).subnet_of(block)
    return own if node.role == "spine" else not own
