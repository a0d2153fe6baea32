# SPDX-License-Identifier: GPL-3.0-or-later
"""The receive buffers of a NIC: which priority has its own, and how large that must be at least."""

from __future__ import annotations

from collections.abc import Iterable

from .lossless import CLASSES
from .model import Row
from .nic_buffer import CELL, mlx5_buffer

LOSSLESS = 1  # the buffer of the lossless priority; 0 is everybody else's, as mlnx_qos has it


def rows(ports: Iterable[str], priority: int, speed_mbps: int, mtu: int, cable_m: int) -> list[Row]:
    """One row for each port, in the words of ``dcb buffer``; ``least`` in bytes, whole cells.

    ``delay`` is what ``dcb pfc`` calls the cable's metres: mlx5 computes its own thresholds from it.
    """
    size = -(-mlx5_buffer(speed_mbps=speed_mbps, mtu=mtu, cable_m=cable_m) // CELL) * CELL
    row = {
        "prio_buffer": [LOSSLESS if number == priority else 0 for number in range(CLASSES)],
        "least": [size if number == LOSSLESS else 0 for number in range(CLASSES)],
        "delay": cable_m,
    }
    return [{"port": port, **row} for port in ports]
