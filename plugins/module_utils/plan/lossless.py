# SPDX-License-Identifier: GPL-3.0-or-later
"""The traffic classes of a RoCE fabric, told once for NIC, switch and NCCL.

Three are in use: best effort (0), RoCE and its congestion notifications (CNP). A class has one number
everywhere: priority, traffic class, queue and priority group.
"""

from __future__ import annotations

from ..nodes import Node
from ..spec.model import Roce
from .model import Row, Subject, subject
from .order import ports

CLASSES = 8  # IEEE 802.1Q
BEST_EFFORT = 0
# Half the wire for each of the two that share it: NVIDIA Cumulus Linux 5.14 RoCE mode, Broadcom bnxt_setupcc -b 50.
ROCE_BANDWIDTH = 50  # percent
ECT0 = 2  # RFC 3168: the sender says that it understands marks; without it a switch drops where it would mark


def traffic_class_byte(roce: Roce) -> int:
    """The IP traffic class byte of RoCE: the DSCP and ECT(0)."""
    return roce.dscp << 2 | ECT0


def pfc(node: Node, roce: Roce) -> Subject:
    """One lossless priority on each port, for each further one takes as much buffer again; none in a lossy fabric."""
    return subject([{"port": nic.port, "lossless": lossless(roce)} for nic in ports(node)], state="replaced")


def ets(node: Node, roce: Roce) -> Subject:
    """RoCE and best effort share the wire by ``bandwidth`` (percent), CNP goes first."""
    shares = {BEST_EFFORT: 100 - ROCE_BANDWIDTH, roce.priority: ROCE_BANDWIDTH}
    row = {
        "tsa": ["strict" if tc == roce.cnp_priority else "ets" for tc in range(CLASSES)],
        "bandwidth": [shares.get(tc, 0) for tc in range(CLASSES)],
        "priority_tc": [priority_tc(priority, roce) for priority in range(CLASSES)],
    }
    return subject([{"port": nic.port, **row} for nic in ports(node)], state="replaced")


def dscp(node: Node, roce: Roce) -> Subject:
    """The priority of each DSCP in use; all others are best effort."""
    row = {"map": {str(code): priority for code, priority in sorted(dscp_priority(roce).items())}}
    return subject([{"port": nic.port, **row} for nic in ports(node)], state="replaced")


def units(node: Node) -> list[Row]:
    """lldpad off: it writes what a neighbour tells it over the settings of this plan (openlldp issue 125)."""
    names = ("lldpad.service", "lldpad.socket") if node.nics else ()
    return [{"name": name, "enabled": False, "running": False} for name in names]


def lossless(roce: Roce) -> list[int]:
    """The priorities that are paused instead of dropped."""
    return [] if roce.lossy else [roce.priority]


def dscp_priority(roce: Roce) -> dict[int, int]:
    """The DSCPs that are not best effort, with their priority."""
    return {roce.dscp: roce.priority, roce.cnp_dscp: roce.cnp_priority}


def priority_tc(priority: int, roce: Roce) -> int:
    """The traffic class of a priority: its own if it is in use, else best effort."""
    return priority if priority in (roce.priority, roce.cnp_priority) else BEST_EFFORT
