# SPDX-License-Identifier: GPL-3.0-or-later
"""Marking thresholds others have published, to stand beside those of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from math import log


@dataclass(frozen=True)
class Published:
    """Bytes at which marking begins and is complete, percent just before; ``speed`` in Mb/s, None for all."""

    name: str
    speed: int | None
    kmin: int
    kmax: int
    percent: float


def _hpcc(speed: int) -> Published:
    return Published("HPCC (Alibaba)", speed, 4 * speed, 16 * speed, 20)  # 100 and 400 KB for each 25G


PUBLISHED = (
    Published("DCQCN paper", 40_000, 5_000, 200_000, 1),
    Published("ns3-rdma", 40_000, 40_000, 1_000_000, 100),
    *(_hpcc(speed) for speed in (25_000, 50_000, 100_000, 200_000, 400_000)),
    Published("NVIDIA Cumulus Linux lossless", None, 150_000, 1_500_000, 100),
    Published("SONiC stock", None, 1_048_576, 2_097_152, 5),
    Published("SONiC on Arista 7260CX3", 100_000, 2_000_000, 10_000_000, 5),
    Published("SONiC on Arista 7060X6", 400_000, 131_072, 262_144, 5),
    Published("Cisco AI/ML blueprint", 100_000, 150_000, 3_000_000, 7),
    Published("Cisco AI/ML blueprint", 400_000, 150_000, 3_000_000, 7),
)


def nearest(speed_mbps: int, kmin: int, kmax: int, percent: float) -> Published:
    """The published thresholds for that speed that differ by the smallest factors."""
    fit = [one for one in PUBLISHED if one.speed in (None, speed_mbps)]
    return min(fit, key=lambda one: _apart(one, kmin, kmax, percent))


def _apart(one: Published, kmin: int, kmax: int, percent: float) -> float:
    return abs(log(one.kmin / kmin)) + abs(log(one.kmax / kmax)) + abs(log(one.percent / percent))
