# SPDX-License-Identifier: GPL-3.0-or-later
"""How large a NIC's lossless receive buffer must be, as the kernel's mlx5 driver computes it."""

from __future__ import annotations

from .why import Why

SOURCE = "Linux drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c"
CABLE_METRES = 7  # the driver's own, where it is told none
LEAST_SPEED = 40_000  # Mb/s: slower ports count as this fast
LEAST_PACKET = 9216  # bytes: what the buffer must hold beside xoff, whatever the MTU
CELL = 128  # bytes, where the NIC does not tell another (en_dcbnl.c, MLX5E_BUFFER_CELL_SHIFT)


def mlx5_xoff(*, speed_mbps: int, mtu: int, cable_m: int = CABLE_METRES) -> int:
    """Bytes that still arrive after the NIC has asked for a pause."""
    speed = max(speed_mbps, LEAST_SPEED)
    return (301 + 216 * cable_m // 100) * speed // 1000 + 272 * mtu // 100


def mlx5_buffer(*, speed_mbps: int, mtu: int, cable_m: int = CABLE_METRES, cell: int = CELL) -> int:
    """The least size of a lossless buffer, bytes; the driver refuses a smaller one with ENOMEM."""
    return mlx5_xoff(speed_mbps=speed_mbps, mtu=mtu, cable_m=cable_m) + max(LEAST_PACKET, mtu) + cell


def nic_buffer_problem(*, size: int, speed_mbps: int, mtu: int, cable_m: int = CABLE_METRES, cell: int = CELL) -> str:
    """What is wrong with a lossless buffer of ``size`` bytes, with the numbers; empty if it is large enough."""
    least = mlx5_buffer(speed_mbps=speed_mbps, mtu=mtu, cable_m=cable_m, cell=cell)
    if size >= least:
        return ""
    packet = max(LEAST_PACKET, mtu)
    return (
        f"lossless buffer of {size} bytes found; allowed: at least {least}, that is {least - packet - cell} that arrive"
        f" after the pause at {speed_mbps} Mb/s, MTU {mtu} and {cable_m} m, one packet of {packet} and one cell of"
        f" {cell}; do: make the buffer larger, or the MTU or the cable shorter"
    )


def mlx5_why(speed_mbps: int, mtu: int, cable_m: int = CABLE_METRES) -> Why:
    """Why ``mlx5_buffer`` gives that size."""
    inputs = {
        "cable m": cable_m,
        "speed Mb/s": max(speed_mbps, LEAST_SPEED),
        "MTU": mtu,
        "packet": max(LEAST_PACKET, mtu),
        "cell": CELL,
    }
    formula = "size = (301 + 2.16 x cable) x speed / 1000 + 2.72 x MTU + packet + cell"
    return Why(formula, inputs, SOURCE)
