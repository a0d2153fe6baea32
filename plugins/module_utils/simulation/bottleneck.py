# SPDX-License-Identifier: GPL-3.0-or-later
"""What is simulated: one egress port, those who send to it, and the thresholds of its switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..plan.asics import PAUSE_QUANTA, QUANTUM
from ..plan.dcqcn import PACKET
from ..plan.headroom import FAST_LIGHT
from .sender import Sender, mlx5

NANO = 1e-9


@dataclass(frozen=True)
class Curve:
    """Marks begin at ``kmin`` bytes, reach ``percent`` just below ``kmax`` and are complete above."""

    name: str
    kmin: float
    kmax: float
    percent: float


@dataclass(frozen=True)
class Memory:
    """Bytes: the shared ``pool`` and the ``headroom`` of each port; ``together`` is what all share of it, 0 if nothing.

    A port pauses its peer above ``alpha`` times the free pool, and resumes at ``xon`` or ``xon_offset`` below that.
    """

    pool: float
    alpha: float
    headroom: float
    together: float = 0
    xon: float = 0
    xon_offset: float = 0


@dataclass(frozen=True)
class Bottleneck:
    """``senders`` send to one port of ``speed`` Mb/s, each by a port of its own with a cable of ``cable`` metres.

    ``round_trip`` is in seconds, ``mtu`` in bytes. ``starts`` are the shares of the line with which equal parts of
    the senders begin. ``queues`` such egress queues fill by the same ports; each drains with ``drain`` of the line.
    """

    speed: int
    senders: int
    cable: int
    mtu: int
    round_trip: float
    curve: Curve
    memory: Memory
    sender: Sender
    starts: tuple[float, ...] = (1.0,)
    queues: int = 1
    drain: float = 1.0

    @property
    def line(self) -> float:
        """The speed of a port, bytes/s."""
        return self.speed * 1e6 / 8

    @property
    def pause_delay(self) -> float:
        """Seconds from the decision to pause until nothing arrives any more.

        A packet before the pause frame, the cable, the peer's response (IEEE 802.3 31B.3.7), a packet it has begun,
        and the cable again.
        """
        response = PAUSE_QUANTA[self.speed] * QUANTUM
        return (2 * self.mtu + response) / self.line + 2 * self.cable / FAST_LIGHT

    def marked_by(self, curve: Curve) -> Bottleneck:
        """The same port with another marking curve."""
        return replace(self, curve=curve)


def planned(row: Mapping[str, Any]) -> Bottleneck:
    """The bottleneck that a switch's plan tells under ``incast``."""
    sizes = ("pool", "alpha", "headroom", "together", "xon", "xon_offset")
    return Bottleneck(
        speed=row["speed"],
        senders=row["senders"],
        cable=row["cable"],
        mtu=row["mtu"],
        round_trip=row["round_trip"] * NANO,
        curve=Curve("this plan", row["kmin"], row["kmax"], row["percent"]),
        memory=Memory(**{name: row[name] for name in sizes}),
        sender=mlx5(row["nic"], PACKET),
    )


def nearest(row: Mapping[str, Any]) -> Bottleneck:
    """The same port with the published curve that the plan names."""
    return planned(row).marked_by(Curve(**row["nearest"]))
