# SPDX-License-Identifier: GPL-3.0-or-later
"""The cables of one node, each with both its ends: what verify compares and the report draws."""

from __future__ import annotations

from ..nodes import Nic, Node
from .model import Row
from .order import ports


def links(node: Node, mtu: int) -> list[Row]:
    """One row for each port; ``mtu`` in bytes, ``speed`` in Mb/s."""
    return [_link(nic, mtu) for nic in ports(node)]


def _link(nic: Nic, mtu: int) -> Row:
    return {
        "port": nic.port,
        "rail": nic.rail,
        "hca": nic.hca,
        "address": nic.address,
        "mtu": mtu,
        "speed": nic.speed,
        "peer": {"host": nic.peer.node, "port": nic.peer.port, "address": nic.peer.address},
    }
