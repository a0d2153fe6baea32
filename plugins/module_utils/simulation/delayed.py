# SPDX-License-Identifier: GPL-3.0-or-later
"""What is decided at one end and felt at the other some steps later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .numeric import numpy as np

if TYPE_CHECKING:
    from .senders import Floats


class Delayed:
    """Values of each step, bottleneck and group, felt ``delay`` steps later; a delay of 1.5 mixes two steps evenly."""

    def __init__(self, delay: Sequence[float], shape: tuple[int, int, int]) -> None:
        whole = np.floor(delay)
        self.part = (np.array(delay) - whole)[:, None]
        self.first, self.second = 1 - self.part, self.part
        self.ago = whole.astype(int)
        self.rows = np.arange(shape[1])
        self.before = int(whole.max()) + 1  # steps before the first, in which nothing was decided
        self.history = np.zeros((shape[0] + self.before, *shape[1:]))
        self.none = True

    def add(self, at: int, value: Floats) -> None:
        """Its value in step ``at``."""
        self.history[at + self.before] = value
        self.none = self.none and not value.any()

    def felt(self, at: int) -> Floats:
        """The value that is felt in step ``at``."""
        now = at + self.before - self.ago
        felt: Floats = self.first * self.history[now, self.rows] + self.second * self.history[now - 1, self.rows]
        return felt

    @property
    def values(self) -> Floats:
        """The value of each step."""
        return self.history[self.before :]
