# SPDX-License-Identifier: GPL-3.0-or-later
"""PFC headroom of a port of a Broadcom switch, read off the tables SONiC ships for it and held on their safe side.

Per metre the tables follow a rule exactly: a round trip at 5 ns/m, each packet in whole cells. What they
allow beside the cable no vendor explains: that part is a line fitted through them, plus its largest error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from .headroom import FAST_LIGHT, on_cable
from .why import Why

SOURCE = "fitted through sonic-buildimage device/*/pg_profile_lookup.ini"
LONGEST_MTU = 9216  # bytes, for which the tables are made


@dataclass(frozen=True)
class Memory:
    """A chip's buffer: ``cell`` bytes hold ``packet`` bytes of wire; the fit is ``base`` + ``delay_ns`` of traffic.

    ``error`` is the most by which a published row lies above the fit; all in bytes before cells are counted.
    ``size``, ``xon`` and ``xon_offset`` are the tables' own, the same in all rows; None where none is published.
    """

    cell: int
    packet: int
    base: int
    delay_ns: int
    error: int
    fastest: int
    size: int | None
    xon: int = 0
    xon_offset: int = 0

    @property
    def per_byte(self) -> Fraction:
        """Bytes of buffer that one byte on the wire takes."""
        return Fraction(self.cell, self.packet)


class Broadcom(NamedTuple):
    """Bytes of a lossless priority group; ``uncertainty`` is the part of ``xoff`` that only the fit needs."""

    xon: int
    xoff: int
    size: int | None
    xon_offset: int
    uncertainty: int


# Packets of 64 bytes and 20 of preamble and gap take a cell each; on Tomahawk 3 those of 172 bytes.
MEMORIES = {
    # Dell Z9332F; its table has 400G only, so that slower ports get what a 400G port needs.
    "tomahawk3": Memory(254, 192, 132_700, 0, 0, 400_000, None),
    # Dell Z9664F, and the table most Tomahawk 4 switches share, which lies higher.
    "tomahawk4": Memory(254, 84, 16_700, 2080, 11_100, 400_000, 9144, 9144, 9144),
    # Dell Z9864F, Micas M2-W6940, Arista 7060X6
    "tomahawk5": Memory(254, 84, 21_000, 2150, 2_400, 800_000, 18_796, 0, 3556),
    # Nexthop 4210
    "nh-4210": Memory(420, 84, 15_200, 2290, 2_800, 800_000, 4620, 0, 3360),
}


def broadcom(*, generation: str, speed_mbps: int, cable_m: int, port_mtu: int) -> Broadcom:
    """Headroom of one port and lossless priority, never below what the published tables have for it."""
    memory = _memory(generation, speed_mbps, port_mtu)
    size = memory.xon, _xoff(memory, speed_mbps, cable_m), memory.size, memory.xon_offset
    return Broadcom(*size, uncertainty=ceil(memory.error * memory.per_byte))


def broadcom_why(generation: str, speed_mbps: int, cable_m: int) -> Why:
    """Why ``broadcom`` gives that ``xoff``."""
    memory = MEMORIES[generation]
    inputs = {
        "base": memory.base,
        "delay": f"{memory.delay_ns} ns",
        "on the cable": on_cable(speed_mbps, cable_m, FAST_LIGHT),
        "error of the fit": memory.error,
        "cell per packet": memory.per_byte,
    }
    return Why("xoff = (base + delay x speed + cable + error) x cell / packet, in whole cells", inputs, SOURCE)


def _xoff(memory: Memory, speed_mbps: int, cable_m: int) -> int:
    delayed = Fraction(memory.delay_ns * speed_mbps, 8000)
    wire = memory.base + delayed + on_cable(speed_mbps, cable_m, FAST_LIGHT) + memory.error
    return ceil(wire * memory.per_byte / memory.cell) * memory.cell


def _memory(generation: str, speed_mbps: int, port_mtu: int) -> Memory:
    if generation not in MEMORIES:
        raise ValueError(f"generation: {generation} found; allowed: {', '.join(MEMORIES)}")
    memory = MEMORIES[generation]
    if speed_mbps > memory.fastest:
        raise ValueError(f"speed_mbps: {speed_mbps} found; allowed: up to {memory.fastest}, {generation}'s fastest")
    if port_mtu > LONGEST_MTU:
        raise ValueError(f"port_mtu: {port_mtu} found; allowed: up to {LONGEST_MTU}, for which the tables are made")
    return memory
