# SPDX-License-Identifier: GPL-3.0-or-later
"""What is published of the packet memory of switches: which chip, how many bytes, and where that stands."""

from __future__ import annotations

from dataclasses import dataclass

from .asics import SPECTRUM
from .headroom_broadcom import MEMORIES

DYNAMIC, TRADITIONAL = "dynamic", "traditional"  # SONiC's words for its two buffer models


@dataclass(frozen=True)
class Switch:
    """``generation`` is a Spectrum's number or a Broadcom's name; ``memory`` the bytes its pools share."""

    generation: int | str
    memory: int
    source: str

    @property
    def cell(self) -> int:
        """Bytes in which the chip counts its memory."""
        return SPECTRUM[self.generation].cell if isinstance(self.generation, int) else MEMORIES[self.generation].cell

    @property
    def has_reserve(self) -> bool:
        """Whether it is published what a lossless group of it reserves; without that no pool can be computed."""
        return isinstance(self.generation, int) or MEMORIES[self.generation].size is not None

    @property
    def has_dynamic_model(self) -> bool:
        """Whether SONiC can compute its headroom itself: it has the formula for Spectrum only."""
        return isinstance(self.generation, int)

    @property
    def mark_grain(self) -> int:
        """Bytes in which the chip keeps a marking threshold; it rounds up.

        Cumulus Linux 5.14 shows 150000 as 156672 with cells of 144 and as 159744 with cells of 192: 64 cells.
        """
        return self.cell * 64 if isinstance(self.generation, int) else self.cell


MLNX = "sonic-buildimage device/mellanox: egress_lossless_pool of"
# A Broadcom's pool is the whole of its memory, shared headroom included; a Spectrum's is what reserves leave.
SWITCHES = {
    "sn2700": Switch(1, 16_777_152, f"{MLNX} ACS-MSN2700 (sonic-utilities db_migrator)"),
    "sn3700": Switch(2, 34_287_552, f"{MLNX} ACS-MSN3700"),
    "sn4600c": Switch(3, 60_817_392, f"{MLNX} the SN4600C, 59392 KiB in whole cells"),
    "sn4700": Switch(3, 60_817_392, f"{MLNX} ACS-MSN4700, 59392 KiB in whole cells"),
    "sn5600": Switch(4, 158_229_504, f"{MLNX} ACS-SN5600"),
    "sn5640": Switch(5, 136_210_432, f"{MLNX} Mellanox-SN5640-C512S2"),
    "z9332f": Switch("tomahawk3", 66_394_076, "sonic-buildimage device/dell Z9332F ingress_lossless_pool"),
    "z9664f": Switch("tomahawk4", 113_620_296, "sonic-buildimage device/dell Z9664F ingress_lossless_pool"),
    "7060x6": Switch(
        "tomahawk5", 164_505_640, "sonic-buildimage device/arista 7060X6-64PE-B-O128 ingress_lossless_pool"
    ),
}
