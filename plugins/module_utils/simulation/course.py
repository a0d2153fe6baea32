# SPDX-License-Identifier: GPL-3.0-or-later
"""The course of a simulation: what happens at each bottleneck from the first byte on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from .bottleneck import Bottleneck
from .delayed import Delayed
from .numeric import numpy as np
from .ports import Ports
from .senders import Senders, column, reactions

if TYPE_CHECKING:
    from .senders import Floats

LONGEST_STEP = 2e-6  # seconds: half of the shortest time between two CNPs
DURATION = 0.02  # seconds: long enough for the senders of a leaf to find their shares


@dataclass(frozen=True)
class Course:
    """One value for each step of ``step`` seconds.

    ``queue`` and the fullest ``headroom`` in bytes, ``left`` and ``offered`` as shares of the line, ``off`` as the
    share of ports that asked for a pause, ``marks`` as the share of packets marked; ``lost`` in bytes. ``rates`` are
    those of each group of senders at the end, bytes/s.
    """

    step: float
    queue: Floats
    headroom: Floats
    left: Floats
    offered: Floats
    off: Floats
    marks: Floats
    lost: Floats
    rates: Floats

    @property
    def times(self) -> Floats:
        """Seconds at the end of each step."""
        return np.arange(1.0, len(self.queue) + 1) * self.step


def courses(cases: Sequence[Bottleneck], duration: float = DURATION, longest: float = LONGEST_STEP) -> list[Course]:
    """The first ``duration`` seconds of all bottlenecks, side by side: the steps are as many for one as for all."""
    step = step_of(cases, longest)
    seen = _run(cases, ceil(duration / step), step)
    rates = seen.pop("rates")
    return [
        Course(step=step, rates=rates[row], **{name: seen[name][:, row] for name in seen}) for row in range(len(cases))
    ]


def step_of(cases: Sequence[Bottleneck], longest: float = LONGEST_STEP) -> float:
    """Seconds, no longer than it takes to pause, so that a pause is felt in a later step than it is decided in."""
    return min(longest, *(case.pause_delay for case in cases))


class Marking:
    """The share of packets that each bottleneck marks as they leave a queue."""

    def __init__(self, cases: Sequence[Bottleneck]) -> None:
        self.kmin, self.kmax = (column(getattr(case.curve, name) for case in cases) for name in ("kmin", "kmax"))
        percent = column(case.curve.percent for case in cases)
        self.slope = percent / 100 / np.maximum(self.kmax - self.kmin, 1.0)

    def share(self, queue: Floats) -> Floats:
        """Of packets that leave a queue of so many bytes."""
        return np.where(queue >= self.kmax, 1.0, np.maximum(self.slope * (queue - self.kmin), 0.0))


def _run(cases: Sequence[Bottleneck], count: int, step: float) -> dict[str, Floats]:
    groups = max(len(case.starts) for case in cases)
    whole, each = (count, len(cases), 1), (count, len(cases), groups)
    senders, ports = Senders(reactions(cases), _starts(cases, groups)), Ports(cases, _counts(cases, groups))
    marking, back = Marking(cases), [case.round_trip / step for case in cases]
    marks, left = Delayed(back, whole), Delayed(back, each)
    pauses = Delayed([case.pause_delay / step for case in cases], each)
    queue, rate, headroom, lost = np.zeros(whole), np.zeros(each), np.zeros(each), np.zeros(each)
    for at in range(count):
        rate[at] = senders.rate
        sent = senders.rate if pauses.none else senders.rate * (1 - pauses.felt(at))
        senders.step(marks.felt(at), left.felt(at) / step, sent, step)
        gone, lost[at], off = ports.step(sent * ports.queues * step, step)
        queue[at], headroom[at] = ports.queue, ports.headroom
        left.add(at, gone / ports.queues)
        marks.add(at, marking.share(queue[at]))
        pauses.add(at, off)
    line = column(case.line for case in cases)
    of_all = {"left": left.values / step / line, "offered": rate / line, "off": pauses.values / _ports(ports.count)}
    seen = {name: _sum(values, ports.count) for name, values in {**of_all, "lost": lost}.items()}
    seen.update(queue=queue, marks=marks.values, headroom=headroom.max(axis=2, keepdims=True))
    return {**{name: seen[name][:, :, 0] for name in seen}, "rates": senders.rate}


def _ports(count: Floats) -> Floats:
    """How many ports each bottleneck has."""
    return np.add.reduce(count, axis=1, keepdims=True)


def _sum(values: Floats, count: Floats) -> Floats:
    """Over all senders or ports of a bottleneck, for each step."""
    whole: Floats = (values * count).sum(axis=2, keepdims=True)
    return whole


def _counts(cases: Sequence[Bottleneck], groups: int) -> Floats:
    """How many senders, and ports, each group has; groups a bottleneck does not need have none."""
    rows = [[case.senders / len(case.starts)] * len(case.starts) for case in cases]
    return np.array([row + [0.0] * (groups - len(row)) for row in rows])


def _starts(cases: Sequence[Bottleneck], groups: int) -> Floats:
    rows = [[case.line * share for share in case.starts] for case in cases]
    return np.array([row + [0.0] * (groups - len(row)) for row in rows])
