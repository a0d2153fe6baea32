# SPDX-License-Identifier: GPL-3.0-or-later
"""What a course comes to: the figures by which two marking curves are compared."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..plan import marking
from ..plan.dcqcn import reaction, resting_queue
from .bottleneck import Bottleneck
from .course import Course
from .numeric import numpy as np


@dataclass(frozen=True)
class Figures:
    """Sizes in bytes; ``throughput`` as a share of the line, ``paused`` as a share of the time of all ports.

    ``headroom`` is the most that one port used. ``rest`` is where the queue of so many senders comes to rest by the
    formula, None if the curve has too few marks for them. ``first_paused`` is the smallest incast in which PFC comes
    before ECN in the worst case: one port's bytes in that many queues.
    """

    throughput: float
    queue_mean: int
    queue_99th: int
    queue_most: int
    paused: float
    headroom: int
    lost: int
    rest: int | None
    first_paused: int


def figures(case: Bottleneck, course: Course) -> Figures:
    """The figures of a bottleneck and its course, both as courses() was given and gave them."""
    curve, memory = case.curve, marking.Memory(int(case.memory.pool), Fraction(case.memory.alpha))
    kmin, kmax = int(curve.kmin), int(curve.kmax)
    rest = resting_queue(case.senders, case.speed, kmin, kmax, curve.percent, reaction(case.speed))
    return Figures(
        throughput=round(float(course.left.mean()), 4),
        queue_mean=round(float(course.queue.mean())),
        queue_99th=round(float(np.percentile(course.queue, 99))),
        queue_most=round(float(course.queue.max())),
        paused=round(float(course.off.mean()), 4),
        headroom=round(float(course.headroom.max())),
        lost=round(float(course.lost.sum())),
        rest=None if rest is None else round(rest),
        first_paused=marking.first_paused(kmin, memory),
    )
