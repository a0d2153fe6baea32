# SPDX-License-Identifier: GPL-3.0-or-later
"""The switch as a fluid: what lies in its memory by ingress port, who is paused, and what is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .bottleneck import Bottleneck
from .numeric import numpy as np
from .senders import column

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from .senders import Floats

    Bools = NDArray[bool_]


LEAST = 1e-9  # bytes, where the formulas would divide by nothing


class Ports:
    """``shared`` and ``headroom`` are the bytes of one port of each group; ``count`` ports are in a group.

    ``off`` are those that have asked for a pause. The queue is first in, first out, so ports leave in proportion.
    """

    def __init__(self, cases: Sequence[Bottleneck], count: Floats) -> None:
        self.count = count
        memory = [case.memory for case in cases]
        self.pool, self.alpha = column(one.pool for one in memory), column(one.alpha for one in memory)
        self.room = column(one.headroom for one in memory)
        self.together = column(one.together or np.inf for one in memory)
        self.xon, self.offset = column(one.xon for one in memory), column(one.xon_offset for one in memory)
        self.queues = column(case.queues for case in cases)
        self.drain = column(case.line * case.drain * case.queues for case in cases)
        self.shared, self.headroom = np.zeros_like(count), np.zeros_like(count)
        self.off: Bools = np.zeros(count.shape, dtype=bool)
        self.paused = False  # whether any port is off or has bytes in its headroom
        self.nothing = np.zeros_like(count)

    @property
    def queue(self) -> Floats:
        """Bytes in each egress queue."""
        return self.total(self.shared + self.headroom) / self.queues

    def total(self, port: Floats) -> Floats:
        """The sum over all ports of what each has."""
        return np.add.reduce(self.count * port, axis=1, keepdims=True)

    @property
    def limit(self) -> Floats:
        """Bytes above which a port pauses its peer."""
        return self.alpha * (self.pool - self.total(self.shared))

    def step(self, arriving: Floats, time: float) -> tuple[Floats, Floats, Floats]:
        """Take bytes of each port in ``time`` seconds; bytes of each that left, were lost, and the share it was off."""
        held = self.shared + self.headroom + arriving
        whole = self.total(held)
        left = held * (np.minimum(self.drain * time, whole) / np.maximum(whole, LEAST))
        change = arriving - left
        if not self.paused:
            before, self.shared = self.shared, self.shared + change
            if (self.shared <= self.limit).all():
                return left, self.nothing, self.nothing
            self.shared = before
        off = np.where(self.off, 1.0, self._fill(change))
        self._resume()
        lost = self._lose()
        self.paused = bool(self.off.any() or self.headroom.any())
        return left, lost, off

    def _fill(self, change: Floats) -> Floats:
        """Put bytes where they belong; the share of the step for which a port was above its limit."""
        in_headroom = np.where(self.off, self.headroom + change, 0.0)
        self.shared = self.shared + np.where(self.off, np.minimum(in_headroom, 0.0), change)
        growing = np.where(self.off, 0.0, np.maximum(change, 0.0))
        over = np.minimum(np.maximum(self._above(np.sign(growing)), 0.0), growing)
        self.shared = self.shared - over
        self.headroom = np.maximum(in_headroom, 0.0) + over
        self.off = self.off | (over > 0)
        share: Floats = over / np.maximum(growing, LEAST)
        return share

    def _above(self, growing: Floats) -> Floats:
        """Bytes above the limit; ``growing`` is 1 where a port is: each byte that goes to headroom raises the limit."""
        above: Floats = (self.shared - self.limit) / (1 + self.alpha * self.total(growing))
        return above

    def _resume(self) -> None:
        held = self.shared + self.headroom
        self.off = self.off & (held > np.maximum(self.xon, self.limit - self.offset))

    def _lose(self) -> Floats:
        """What is above a port's headroom, or above what ports have of it together, is lost."""
        kept = np.minimum(self.headroom, self.room)
        kept = kept * np.minimum(1.0, self.together / np.maximum(self.total(kept), LEAST))
        lost = self.headroom - kept
        self.headroom = kept
        return lost
