# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of a port's MTU RDMA can use: its own MTU is a power of two."""

from __future__ import annotations

LARGEST = 4096  # bytes, the largest path MTU of InfiniBand and RoCE
SMALLEST = 256
HEADERS = 96  # bytes Linux sets aside, include/rdma/ib_addr.h iboe_get_mtu: GRH, UDP, BTH, XRC, AtomicETH, ICRC
ENOUGH = 4200  # bytes of a port's MTU: NVIDIA, "MTU considerations for RoCE"


def payload(mtu: int) -> int:
    """Bytes of data in one RDMA packet over ports of ``mtu`` bytes."""
    size = LARGEST
    while size > SMALLEST and size > mtu - HEADERS:
        size //= 2
    return size


def mtu_warning(mtu: int) -> str:
    """What an MTU costs in which RDMA's largest packets have no room; empty where they have."""
    if mtu >= ENOUGH:
        return ""
    return f"fabric.mtu: {mtu}: an RDMA packet carries {payload(mtu)} bytes; from {ENOUGH} on it carries {LARGEST}"
