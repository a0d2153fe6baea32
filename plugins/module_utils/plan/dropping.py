# SPDX-License-Identifier: GPL-3.0-or-later
"""The room of a lossy queue: what it may hold before packets that arrive are dropped."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

SOURCE = "Choudhury and Hahne, Dynamic Queue Length Thresholds, 1998"


@dataclass(frozen=True)
class LossyMemory:
    """The pool that lossy queues share, bytes; ``alpha`` of each, and how many may be congested at once."""

    pool: int
    alpha: Fraction
    queues: int

    def first(self, incast: int) -> Fraction:
        """Marks come before drops wherever a queue may end, however many senders fill it."""
        return self.last()

    def last(self) -> Fraction:
        """Bytes at which a queue drops while that many are as long: q = alpha (pool - queues q)."""
        return self.alpha * self.pool / (1 + self.alpha * self.queues)

    def warning(self, kmin: int, incast: int) -> str:
        """Whether packets are dropped before any is marked."""
        if kmin < self.last():
            return ""
        return (
            f"packets are dropped before ECN marks: marking begins at {kmin} bytes; allowed: below {int(self.last())},"
            f" which a queue may hold while {self.queues} are congested"
        )

    def reasons(self) -> tuple[str, str, str]:
        """The threshold that moves with the free memory."""
        limit = "alpha pool / (1 + alpha queues), where a queue drops while all are congested"
        return limit, limit, SOURCE

    def inputs(self) -> dict[str, object]:
        """Pool in bytes, alpha and queues."""
        return {"pool": self.pool, "alpha": self.alpha, "queues": self.queues}
