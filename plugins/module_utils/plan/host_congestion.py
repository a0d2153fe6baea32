# SPDX-License-Identifier: GPL-3.0-or-later
"""Congestion control of a host's NICs, the class of RDMA-CM's connections, and what is only read beside them."""

from __future__ import annotations

from ..nodes import Nic, Node
from ..spec.model import Fabric, Profile, Roce
from .dcqcn import parameters
from .lossless import traffic_class_byte
from .model import Row, Subject, subject
from .nics import CONNECTX, OFED
from .order import ports

MODE = "RoCE v2"  # version 1 cannot be routed


def roce_cc(node: Node, profile: Profile, fabric: Fabric, roce: Roce) -> Subject:
    """DCQCN's values of each port; ECN of one priority alone only where the driver has a switch for it."""
    row = {**_ecn(profile, roce), "values": _values(profile, fabric, roce)}
    return subject([{**_named(nic), **row} for nic in ports(node)], state="merged")


def rdma_cm(node: Node, roce: Roce) -> Subject:
    """RDMA-CM's connections in RoCE's class: NCCL makes none, perftest -R and storage do."""
    row = {"mode": MODE, "tos": traffic_class_byte(roce)}
    return subject([{"hca": nic.hca, **row} for nic in ports(node) if nic.hca], state="merged")


def dcbx(node: Node) -> Subject:
    """Who settles the classes of each port: a plan needs the host to."""
    return subject([{"port": nic.port} for nic in ports(node)])


def counters(node: Node) -> Subject:
    """What each port and its HCA count."""
    return subject([_named(nic) for nic in ports(node)])


def _named(nic: Nic) -> Row:
    return {"port": nic.port, **({"hca": nic.hca} if nic.hca else {})}


def _ecn(profile: Profile, roce: Roce) -> Row:
    return {"ecn_np": [roce.priority], "ecn_rp": [roce.priority]} if profile.nic_driver == OFED else {}


def _values(profile: Profile, fabric: Fabric, roce: Roce) -> dict[str, int]:
    """Broadcom's driver takes the classes, and leaves DCQCN itself to the firmware."""
    if profile.nic == CONNECTX:
        return parameters(fabric.speed, roce)
    return {
        "np_cnp_dscp": roce.cnp_dscp,
        "np_cnp_prio": roce.cnp_priority,
        "roce_dscp": roce.dscp,
        "roce_prio": roce.priority,
        "ecn_enable": 1,
    }
