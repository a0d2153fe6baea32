# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures of Ethernet and of switch chips from which headroom and pools follow."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

KIB = 1024
QUANTUM = 64  # bytes: a pause quantum is 512 bits, IEEE 802.3 31B.2

# How long a port may take to obey, in quanta by Mb/s: IEEE 802.3 31B.3.7; 200G and faster as SONiC's
# buffer_headroom_mellanox.lua has them.
PAUSE_QUANTA = {
    10000: 67,
    25000: 80,
    40000: 118,
    50000: 147,
    100000: 394,
    200000: 453,
    400000: 905,
    800000: 905,
}


@dataclass(frozen=True)
class Spectrum:
    """A Spectrum chip: sizes in bytes, ``tile_ns`` in nanoseconds, shared headroom of a port in cells.

    ``peer`` None: the peer's response follows from the pause quanta.
    """

    cell: int
    pipeline: int
    mac_phy: Fraction = Fraction(8, 10) * KIB
    peer: Fraction | None = None
    tile_ns: int = 0
    extra: int = 0
    whole_cells: bool = True
    port_max_shared: int = 8192
    port_reserved_shared: int = 20

    @property
    def worst_case(self) -> Fraction:
        """Bytes of buffer that one byte of the smallest packets takes."""
        factor = Fraction(self.cell, 64) if self.cell > 128 else Fraction(2 * self.cell, 1 + self.cell)
        return Fraction(ceil(factor)) if self.whole_cells else factor

    def response(self, speed_mbps: int) -> Fraction:
        """Bytes the peer still sends after it was told to pause."""
        return Fraction(PAUSE_QUANTA[speed_mbps] * QUANTUM) if self.peer is None else self.peer

    def tile(self, speed_mbps: int) -> Fraction:
        """Bytes that arrive while one crosses from tile to tile."""
        return Fraction(speed_mbps, 1000) * self.tile_ns / 8


# sonic-buildimage platform/mellanox/asic_table.j2; tile and extra from sonic-swss buffer_headroom_mellanox.lua.
SPECTRUM = {
    1: Spectrum(cell=96, pipeline=19 * KIB),
    2: Spectrum(cell=144, pipeline=19 * KIB),
    3: Spectrum(cell=144, pipeline=19 * KIB),
    4: Spectrum(cell=192, pipeline=19 * KIB, tile_ns=120),
    5: Spectrum(cell=192, pipeline=19 * KIB, tile_ns=120, port_max_shared=6144),
    6: Spectrum(cell=256, pipeline=42 * KIB, extra=18 * KIB, port_max_shared=6144),
}
