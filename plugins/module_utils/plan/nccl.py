# SPDX-License-Identifier: GPL-3.0-or-later
"""The NCCL environment of a host with GPUs, for /etc/nccl.conf."""

from __future__ import annotations

from ..nodes import Node
from ..spec.model import Spec
from .lossless import traffic_class_byte
from .model import Subject, subject
from .order import ports

PATH = "/etc/nccl.conf"


def nccl(node: Node, spec: Spec) -> Subject:
    """One row for each variable, sorted; NCCL takes the value as it stands, so it has no blanks."""
    values = {
        # "=" asks for exactly these: without it mlx5_1 would also mean mlx5_10.
        "NCCL_IB_HCA": "=" + ",".join(nic.hca or "" for nic in ports(node)),
        "NCCL_SOCKET_IFNAME": f"={spec.management.port}",
        **_rails(spec),
        **_roce(spec),
    }
    rows = [{"name": name, "value": value} for name, value in sorted(values.items())]
    return subject(rows, state="overridden", path=PATH)


def _rails(spec: Spec) -> dict[str, str]:
    """A ring stays on its rail, where one leaf joins all hosts of a rail."""
    return {"NCCL_CROSS_NIC": "0"} if spec.fabric.assignment == "rail_optimised" else {}


def _roce(spec: Spec) -> dict[str, str]:
    """Class and GID. A fixed GID index would have to be the same on every HCA; the address range finds each its own."""
    if not spec.fabric.roce:
        return {}
    return {
        "NCCL_IB_TC": str(traffic_class_byte(spec.fabric.roce)),
        "NCCL_IB_ADDR_FAMILY": "AF_INET",
        "NCCL_IB_ADDR_RANGE": str(spec.fabric.subnet),
        "NCCL_IB_ROCE_VERSION_NUM": "2",
    }
