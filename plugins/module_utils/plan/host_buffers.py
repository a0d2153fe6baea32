# SPDX-License-Identifier: GPL-3.0-or-later
"""The receive buffers of a NIC: which priority has its own, and how large that must be at least."""

from __future__ import annotations

from ..nodes import Node
from ..spec.model import Fabric, Roce
from .lossless import CLASSES, lossless
from .model import Subject, subject
from .nic_buffer import CELL, mlx5_buffer
from .order import ports

LOSSLESS = 1  # the buffer of the lossless priority; 0 is everybody else's, as mlnx_qos has it


def buffer(node: Node, fabric: Fabric, roce: Roce) -> Subject:
    """One row for each port; ``least`` is in bytes by the rule of mlx5, ``cable`` in metres.

    The cable is what ``dcb pfc`` calls delay: mlx5 computes from it when it pauses and resumes. In a lossy fabric all
    priorities share one buffer, and none needs a size.
    """
    priority = [LOSSLESS if number in lossless(roce) else 0 for number in range(CLASSES)]
    row = {"prio_buffer": priority, "cable": fabric.cables.host, "missing": 0}
    rows = [{"port": nic.port, **row} for nic in ports(node)]
    return subject(rows, state="merged", least=[0] * CLASSES if roce.lossy else least(fabric))


def least(fabric: Fabric) -> list[int]:
    """The least size of each buffer where one is lossless, bytes in whole cells."""
    size = mlx5_buffer(speed_mbps=fabric.speed, mtu=fabric.mtu, cable_m=fabric.cables.host)
    return [-(-size // CELL) * CELL if number == LOSSLESS else 0 for number in range(CLASSES)]
