# SPDX-License-Identifier: GPL-3.0-or-later
"""When a switch marks: late enough to fill the link, early enough that marks come before pauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Protocol

from .dcqcn import marked, most_flows, reaction, resting_queue
from .published_marking import Published, nearest
from .why import Why

LINK_DELAY = 1000  # ns one way for a link and the device at its end: the topologies of Alibaba's HPCC simulation
METRE = 5  # ns
CURVE = 4  # Kmax is so many times Kmin: HPCC's production values
SPARE = 2  # marks at Kmax for each that the planned flows need, so that the queue rests below the middle
BOUND_SOURCE = "Zhu et al., SIGCOMM 2015, section 4"


class Room(Protocol):
    """What a queue has before something worse than a mark happens to it."""

    def first(self, incast: int) -> Fraction:
        """Bytes below which marking must begin."""
        ...

    def last(self) -> Fraction:
        """Bytes below which marking must be complete."""
        ...

    def warning(self, kmin: int, incast: int) -> str:
        """What happens before marks where they begin at ``kmin``; empty where nothing does."""
        ...

    def reasons(self) -> tuple[str, str, str]:
        """The bounds of Kmin and of Kmax as formulas, and who says so."""
        ...

    def inputs(self) -> dict[str, object]:
        """What goes into them."""
        ...


@dataclass(frozen=True)
class Memory:
    """The pool that lossless groups share, bytes; ``alpha`` of each, and how many priorities are lossless."""

    pool: int
    alpha: Fraction
    priorities: int = 1

    def first(self, incast: int) -> Fraction:
        """Where PFC comes first in such an incast."""
        return mark_bound(self, incast)

    def last(self) -> Fraction:
        """Where a single sender is paused."""
        return pause_threshold(self)

    def warning(self, kmin: int, incast: int) -> str:
        """Whether PFC fires before ECN marks."""
        return pause_first(kmin, self, incast)

    def reasons(self) -> tuple[str, str, str]:
        """The bound of the DCQCN paper."""
        return "alpha pool / (priorities incast (1 + alpha))", "alpha pool / (1 + alpha)", BOUND_SOURCE

    def inputs(self) -> dict[str, object]:
        """Pool in bytes, alpha and priorities."""
        return {"pool": self.pool, "alpha": self.alpha, "priorities": self.priorities}


@dataclass(frozen=True)
class Path:
    """The longest way between two hosts: links of ``speed`` Mb/s with cables of ``cable`` metres; MTU in bytes."""

    speed: int
    cable: int
    mtu: int
    links: int


@dataclass(frozen=True)
class Marking:
    """Bytes at which marking begins and is complete, whole percent just before it is.

    ``flows``: with how many the queue still comes to rest; ``queue``: where the planned ones rest, bytes.
    """

    kmin: int
    kmax: int
    percent: int
    flows: int
    queue: float | None
    nearest: Published
    warnings: tuple[str, ...]
    why: Mapping[str, Why]


def marking(path: Path, room: Room, incast: int, grain: int) -> Marking:
    """The thresholds for ``incast`` senders, in multiples of the ``grain`` in which the switch keeps them."""
    product, bound = bandwidth_delay(path), room.first(incast)
    kmin = max(grain, min(_up(product, grain), _below(bound, grain)))
    kmax = max(kmin, min(CURVE * kmin, _below(room.last(), grain)))
    dcqcn = reaction(path.speed)
    percent = min(100, max(1, ceil(100 * SPARE * marked(incast, path.speed, dcqcn))))
    flows = most_flows(path.speed, percent, dcqcn)
    told = [room.warning(kmin, incast), _too_early(kmin, product, incast), _too_many(incast, flows)]
    return Marking(
        kmin,
        kmax,
        percent,
        flows,
        resting_queue(incast, path.speed, kmin, kmax, percent, dcqcn),
        nearest(path.speed, kmin, kmax, percent),
        tuple(filter(None, told)),
        _why(path, room, incast, grain),
    )


def bandwidth_delay(path: Path) -> int:
    """Bytes under way in one round trip: cable, devices, and each link's time to send a packet."""
    return ceil(Fraction(path.speed, 8000) * round_trip(path))


def round_trip(path: Path) -> Fraction:
    """Nanoseconds there and back over idle links."""
    packet = Fraction(path.mtu * 8000, path.speed)
    return path.links * (2 * (LINK_DELAY + METRE * path.cable) + packet)


def mark_bound(memory: Memory, incast: int) -> Fraction:
    """Bytes below which marking must begin to come before PFC while a port feeds so many congested queues."""
    share = memory.alpha / (1 + memory.alpha)
    return share * memory.pool / (memory.priorities * incast)


def pause_threshold(memory: Memory) -> Fraction:
    """Bytes at which one port that fills one queue is paused."""
    return mark_bound(memory, 1)


def first_paused(kmin: int, memory: Memory) -> int:
    """The smallest incast in which PFC fires before a queue of ``kmin`` bytes is marked."""
    return ceil(pause_threshold(memory) / kmin)


def pause_first(kmin: int, memory: Memory, incast: int) -> str:
    """A warning if PFC fires before ECN marks in the planned incast, with the smallest one in which it does."""
    first = first_paused(kmin, memory)
    if first > incast:
        return ""
    bound = int(mark_bound(memory, incast))
    return (
        f"PFC fires before ECN marks at an incast of {first}: marking begins at {kmin} bytes; allowed: below {bound}"
        f" for the planned incast of {incast}"
    )


def _too_early(kmin: int, product: int, incast: int) -> str:
    if kmin >= product:
        return ""
    return (
        f"marking begins at {kmin} bytes, below the {product} of one round trip, to come in time at an incast of"
        f" {incast}: a single flow may not fill the link"
    )


def _too_many(incast: int, flows: int) -> str:
    if flows >= incast:
        return ""
    return (
        f"no marking curve holds the planned incast of {incast}: up to {flows} flows come to rest, with more the queue"
        " grows until it is paused or drops"
    )


def _why(path: Path, room: Room, incast: int, grain: int) -> dict[str, Why]:
    pool = {**room.inputs(), "incast": incast}
    trip = {"speed Mb/s": path.speed, "round trip ns": round_trip(path), "links": path.links, "cable m": path.cable}
    dcqcn = reaction(path.speed)
    flows = {"incast": incast, "increase Mb/s": dcqcn.increase, "byte counter (assumed)": dcqcn.byte_counter}
    first, last, source = room.reasons()
    return {
        "kmin": Why(f"Kmin = speed x round trip, below {first}", {**trip, **pool, "grain": grain}, source),
        "kmax": Why(f"Kmax = {CURVE} Kmin, below {last}", pool, "HPCC run.py; " + source),
        "percent": Why(f"Pmax = {SPARE} p(incast), p of the fixed point", flows, "ECN or Delay, CoNEXT 2016"),
    }


def _up(value: int, grain: int) -> int:
    return -(-value // grain) * grain


def _below(value: Fraction, grain: int) -> int:
    """The largest multiple that is less than ``value``."""
    return (ceil(value / grain) - 1) * grain
