# SPDX-License-Identifier: GPL-3.0-or-later
"""When a switch marks: late enough to fill the link, early enough that marks come before pauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from .dcqcn import marked, most_flows, reaction, resting_queue
from .published_marking import Published, nearest
from .why import Why

LINK_DELAY = 1000  # ns one way for a link and the device at its end: the topologies of Alibaba's HPCC simulation
METRE = 5  # ns
CURVE = 4  # Kmax is so many times Kmin: HPCC's production values
SPARE = 2  # marks at Kmax for each that the planned flows need, so that the queue rests below the middle
BOUND_SOURCE = "Zhu et al., SIGCOMM 2015, section 4"


@dataclass(frozen=True)
class Memory:
    """The pool that lossless groups share, bytes; ``alpha`` of each, and how many priorities are lossless."""

    pool: int
    alpha: Fraction
    priorities: int = 1


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


def marking(path: Path, memory: Memory, incast: int, grain: int) -> Marking:
    """The thresholds for ``incast`` senders, in multiples of the ``grain`` in which the switch keeps them."""
    product, bound = bandwidth_delay(path), mark_bound(memory, incast)
    kmin = max(grain, min(_up(product, grain), _below(bound, grain)))
    kmax = max(kmin, min(CURVE * kmin, _below(pause_threshold(memory), grain)))
    dcqcn = reaction(path.speed)
    percent = min(100, max(1, ceil(100 * SPARE * marked(incast, path.speed, dcqcn))))
    return Marking(
        kmin,
        kmax,
        percent,
        most_flows(path.speed, percent, dcqcn),
        resting_queue(incast, path.speed, kmin, kmax, percent, dcqcn),
        nearest(path.speed, kmin, kmax, percent),
        tuple(filter(None, [pause_first(kmin, memory, incast), _too_early(kmin, product, incast)])),
        _why(path, memory, incast, grain),
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
        f"marking begins at {kmin} bytes, below the {product} of one round trip, to stay before PFC at an incast of"
        f" {incast}: a single flow may not fill the link"
    )


def _why(path: Path, memory: Memory, incast: int, grain: int) -> dict[str, Why]:
    pool = {"pool": memory.pool, "alpha": memory.alpha, "priorities": memory.priorities, "incast": incast}
    trip = {"speed Mb/s": path.speed, "round trip ns": round_trip(path), "links": path.links, "cable m": path.cable}
    dcqcn = reaction(path.speed)
    flows = {"incast": incast, "increase Mb/s": dcqcn.increase, "byte counter (assumed)": dcqcn.byte_counter}
    bound = "alpha pool / (priorities incast (1 + alpha))"
    return {
        "kmin": Why(f"Kmin = speed x round trip, below {bound}", {**trip, **pool, "grain": grain}, BOUND_SOURCE),
        "kmax": Why(f"Kmax = {CURVE} Kmin, below alpha pool / (1 + alpha)", pool, "HPCC run.py; " + BOUND_SOURCE),
        "percent": Why(f"Pmax = {SPARE} p(incast), p of the fixed point", flows, "ECN or Delay, CoNEXT 2016"),
    }


def _up(value: int, grain: int) -> int:
    return -(-value // grain) * grain


def _below(value: Fraction, grain: int) -> int:
    """The largest multiple that is less than ``value``."""
    return (ceil(value / grain) - 1) * grain
