# SPDX-License-Identifier: GPL-3.0-or-later
"""The lossless priority group of one port, whoever made its switch."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from .headroom import spectrum, spectrum_why, wire_bound
from .headroom_broadcom import broadcom, broadcom_why
from .switch_models import Switch
from .why import Why


@dataclass(frozen=True)
class Port:
    """Speed in Mb/s, cable in whole metres, MTU in bytes."""

    speed: int
    cable: int
    mtu: int
    lanes: int


@dataclass(frozen=True)
class Traffic:
    """What SONiC assumes of lossless packets: the largest in bytes and how many of 100 are the smallest possible."""

    mtu: int = 1024
    small_packet_percentage: int = 50


@dataclass(frozen=True)
class Group:
    """Bytes of one lossless priority group; ``xoff`` beyond ``size`` is taken from the shared headroom."""

    xon: int
    xoff: int
    size: int
    xon_offset: int
    why: Why

    @property
    def told(self) -> str:
        """Its bytes in words."""
        return f"{self.xoff} bytes, with xon {self.xon} and size {self.size}"

    @property
    def shared(self) -> int:
        """Bytes it may take from the shared headroom."""
        return max(0, self.xon + self.xoff - self.size)


def too_small(port: Port, made: Group) -> str:
    """Why a group cannot hold what is on the wire alone, whatever formula gave it; empty if it can."""
    least = wire_bound(port.speed, port.cable, port.mtu)
    if made.xoff >= least:
        return ""
    return f"xoff: {made.xoff} bytes found; allowed: at least {ceil(least)}, what the cable and one packet hold"


NO_GROUP = Group(0, 0, 0, 0, Why("none: what is never paused needs no headroom", {}, "IEEE 802.1Qbb"))
SONIC = Traffic()  # sonic-buildimage LOSSLESS_TRAFFIC_PATTERN


def group(switch: Switch, port: Port, traffic: Traffic = SONIC, ratio: int = 0) -> Group:
    """The group of a port; ``ratio`` over-subscribes the shared headroom, 0 gives each group its own."""
    if isinstance(switch.generation, str):
        return _broadcom(switch.generation, port)
    small, largest = traffic.small_packet_percentage, traffic.mtu
    made = spectrum(
        spectrum=switch.generation,
        speed_mbps=port.speed,
        cable_m=port.cable,
        port_mtu=port.mtu,
        lanes=port.lanes,
        small_packet_percentage=small,
        lossless_mtu=largest,
        over_subscribe_ratio=ratio,
    )
    return Group(*made, 0, spectrum_why(switch.generation, port.speed, port.cable, port.mtu, small, largest))


def _broadcom(generation: str, port: Port) -> Group:
    """A Broadcom's headroom is always shared: the tables reserve a packet or two."""
    made = broadcom(generation=generation, speed_mbps=port.speed, cable_m=port.cable, port_mtu=port.mtu)
    if made.size is None:
        raise ValueError(f"generation: {generation} found, whose reserve is not published; allowed: one with a table")
    return Group(made.xon, made.xoff, made.size, made.xon_offset, broadcom_why(generation, port.speed, port.cable))
