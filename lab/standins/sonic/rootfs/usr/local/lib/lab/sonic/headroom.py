# SPDX-License-Identifier: GPL-3.0-or-later
"""What SONiC's dynamic buffer model computes for a lossless group of a Mellanox switch. Pure.

Formula: sonic-swss cfgmgr/buffer_headroom_mellanox.lua (2026-07-31); sizes of chips: sonic-buildimage
platform/mellanox/asic_table.j2. Written from these and from nothing of the plan's, which a test holds both to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil

KIB = 1024
# IEEE 802.3 31B.3.7 and, from 200G on, the script itself: quanta of 64 bytes by speed in Mb/s.
QUANTA = {10000: 67, 25000: 80, 40000: 118, 50000: 147, 100000: 394, 200000: 453, 400000: 905, 800000: 905}
CELLS = {1: 96, 2: 144, 3: 144, 4: 192, 5: 192, 6: 256}  # bytes by generation of Spectrum
PIPELINE = {6: 42}  # KiB of latency; 19 on all older ones
MAC_PHY = 0.8  # KiB
TILE = (4, 5)  # generations that are made of tiles, 120 ns apart
LIGHT = 198_000_000  # m/s
GENERATIONS = {"sn2700": 1, "sn3700": 2, "sn4600": 3, "sn4700": 3, "sn5600": 4, "sn5640": 5, "sn6600": 6}


@dataclass(frozen=True)
class Inputs:
    """``speed`` in Mb/s, ``cable`` in metres, MTUs in bytes, ``small`` in percent; ``ratio`` 0 shares no headroom."""

    generation: int
    speed: int
    cable: int
    mtu: int
    lanes: int
    lossless_mtu: int
    small: int
    ratio: int


def generation(platform: str) -> int:
    """The Spectrum of a platform such as ``x86_64-nvidia_sn5600-r0``."""
    found = re.search(r"sn\d+", platform)
    if not found or found[0] not in GENERATIONS:
        raise ValueError(f"no Spectrum is known for platform {platform!r}")
    return GENERATIONS[found[0]]


def headroom(given: Inputs) -> dict[str, str]:
    """``xon``, ``xoff`` and ``size`` in bytes, as APPL_DB holds them."""
    shared, wide = given.ratio != 0, given.lanes == 8
    xon = kib(PIPELINE.get(given.generation, 19) * KIB * (2 if wide else 1))
    xoff = beyond(given, given.small)
    if not shared and given.small < 100 and beyond(given, 100) > xoff + 2 * KIB:
        xoff += 2 * KIB
    size = xon if shared else kib(xon + xoff + (given.mtu if wide else 0))
    return {"xon": str(xon), "xoff": str(xoff), "size": str(size)}


def beyond(given: Inputs, small: int) -> int:
    """Bytes that come in after the pause was asked for, if ``small`` percent of the packets are of 64 bytes."""
    cell = CELLS[given.generation]
    worst = ceil(cell / 64 if cell > 128 else 2 * cell / (1 + cell))
    small_bytes = 100 * 64 / ((small * 64 + (100 - small) * given.lossless_mtu) / 100)
    occupied = (100 - small_bytes + small_bytes * worst) / 100
    cable = 2 * given.cable * given.speed * 1_000_000_000 / LIGHT / 8000
    tile = given.speed / 1000 * 120 / 8 if given.generation in TILE else 0
    travelling = given.mtu + cable + MAC_PHY * KIB + 64 * QUANTA[given.speed] + tile
    return kib(given.lossless_mtu + travelling * occupied) + (18 * KIB if given.generation == 6 else 0)


def kib(size: float) -> int:
    """In whole KiB, rounded up."""
    return ceil(size / KIB) * KIB
