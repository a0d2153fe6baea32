# SPDX-License-Identifier: GPL-3.0-or-later
"""PFC headroom of a Spectrum switch port, to the byte what SONiC itself computes."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from .asics import KIB, PAUSE_QUANTA, SPECTRUM, Spectrum
from .why import Why

SOURCE = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua, 2026-07-31"
LIGHT = 198_000_000  # m/s in fibre and copper, as SONiC counts
FAST_LIGHT = 200_000_000  # m/s, 5 ns/m: the least any vendor counts
SMALLEST_PACKET = 64  # bytes, IEEE 802.3
NOT_WORST_CASE = 2 * KIB  # added where not all packets are taken to be small: sonic-swss pull request 4757
WIDE = 8  # lanes of a port with two buffer units


class Headroom(NamedTuple):
    """Bytes of a lossless priority group: resume below ``xon``, ``xoff`` after pausing, ``size`` reserved."""

    xon: int
    xoff: int
    size: int


def spectrum(
    *,
    spectrum: int,
    speed_mbps: int,
    cable_m: int,
    port_mtu: int,
    lanes: int,
    small_packet_percentage: int,
    lossless_mtu: int,
    over_subscribe_ratio: int | None = None,
) -> Headroom:
    """Headroom of one port and lossless priority on Spectrum generation 1 to 6; with a ratio ``xoff`` is shared."""
    asic = _generation(spectrum, speed_mbps)
    shared = bool(over_subscribe_ratio)
    off = xoff(asic, speed_mbps, cable_m, port_mtu, small_packet_percentage, lossless_mtu)
    if not shared and small_packet_percentage < 100:
        worst = xoff(asic, speed_mbps, cable_m, port_mtu, 100, lossless_mtu)
        off += NOT_WORST_CASE if worst - off > NOT_WORST_CASE else 0
    wide = lanes == WIDE
    on = _kib(Fraction(asic.pipeline * (2 if wide else 1)))
    size = on if shared else _kib(Fraction(on + off + (port_mtu if wide else 0)))
    return Headroom(on, off, size)


def xoff(asic: Spectrum, speed_mbps: int, cable_m: int, port_mtu: int, small_percent: int, lossless_mtu: int) -> int:
    """Bytes that still arrive after the port has asked for a pause, as cells of the buffer, in whole KiB.

    It falls as ``lossless_mtu`` grows while ``small_percent`` is below 100: fewer bytes are then in small packets.
    """
    travelling = port_mtu + on_cable(speed_mbps, cable_m) + asic.mac_phy + asic.response(speed_mbps)
    occupied = (travelling + asic.tile(speed_mbps)) * _occupancy(asic, small_percent, lossless_mtu)
    return _kib(lossless_mtu + occupied) + asic.extra


def on_cable(speed_mbps: int, cable_m: int, light: int = LIGHT) -> Fraction:
    """Bytes that are on the cable, both ways, where signals travel ``light`` m/s."""
    return Fraction(2 * cable_m * speed_mbps * 10**6, light * 8)


def wire_bound(speed_mbps: int, cable_m: int, mtu: int) -> Fraction:
    """Bytes no headroom may be below: what is on the cable, and one packet already begun."""
    return on_cable(speed_mbps, cable_m, FAST_LIGHT) + mtu


def spectrum_why(generation: int, speed_mbps: int, cable_m: int, port_mtu: int, small: int, lossless_mtu: int) -> Why:
    """Why ``spectrum`` gives that ``xoff``."""
    asic = _generation(generation, speed_mbps)
    inputs = {
        "lossless MTU": lossless_mtu,
        "port MTU": port_mtu,
        "on the cable": on_cable(speed_mbps, cable_m),
        "MAC and PHY": asic.mac_phy,
        "peer's response": asic.response(speed_mbps),
        "tile": asic.tile(speed_mbps),
        "cell occupancy": _occupancy(asic, small, lossless_mtu),
    }
    formula = "xoff = lossless MTU + (port MTU + cable + MAC/PHY + response + tile) x occupancy"
    return Why(f"{formula}, in whole KiB, and 2 KiB more where not all packets are small", inputs, SOURCE)


def _occupancy(asic: Spectrum, small_percent: int, lossless_mtu: int) -> Fraction:
    """Bytes of buffer per byte received, where ``small_percent`` of the packets are of the smallest size."""
    average = Fraction(small_percent * SMALLEST_PACKET + (100 - small_percent) * lossless_mtu, 100)
    small_bytes = 100 * SMALLEST_PACKET / average
    return (100 - small_bytes + small_bytes * asic.worst_case) / 100


def _generation(spectrum: int, speed_mbps: int) -> Spectrum:
    if spectrum not in SPECTRUM:
        raise ValueError(f"spectrum: {spectrum} found; allowed: {min(SPECTRUM)} to {max(SPECTRUM)}")
    if speed_mbps not in PAUSE_QUANTA:
        raise ValueError(f"speed_mbps: {speed_mbps} found; allowed: {', '.join(map(str, PAUSE_QUANTA))}")
    return SPECTRUM[spectrum]


def _kib(size: Fraction) -> int:
    """The size in whole KiB, rounded up, in bytes."""
    return ceil(size / KIB) * KIB
