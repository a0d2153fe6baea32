# SPDX-License-Identifier: GPL-3.0-or-later
"""DCQCN as a fluid: how the rates of many senders move with the share of packets that is marked.

The equations are those of Zhu et al., SIGCOMM 2015, section 5. Arrays have a row for each bottleneck and a column
for each group of senders that began alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from .bottleneck import Bottleneck
from .numeric import numpy as np

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats = NDArray[float64]

ALMOST_NONE = 1e-12  # marks and packets: where the formulas would divide by nothing
MOST_EXPONENT = 700.0  # exp of more is no float


class Events(NamedTuple):
    """What a sender meets, each second; ``alpha`` is the share of alpha's periods in which a CNP came.

    ``raised`` are increases after the stages of fast recovery; ``fresh`` is the share of cuts that follow an increase.
    """

    cnps: Floats
    increases: Floats
    raised: Floats
    fresh: Floats
    alpha: Floats


@dataclass(frozen=True)
class Reaction:
    """The parameters of ``Sender`` as columns, and the fastest rate."""

    increase: Floats
    cnp_interval: Floats
    alpha_timer: Floats
    increase_timer: Floats
    byte_counter: Floats
    packet: Floats
    gain: Floats
    stages: Floats
    least: Floats
    clamp: Floats
    most: Floats

    @property
    def periods(self) -> Floats:
        """Seconds over which a sender counts marks: between CNPs, for alpha, between two timed increases."""
        return np.stack([self.cnp_interval, self.alpha_timer, self.increase_timer])


def reactions(cases: Sequence[Bottleneck]) -> Reaction:
    """The parameters of the senders of all bottlenecks."""
    names = [name for name in Reaction.__dataclass_fields__ if name != "most"]
    columns = {name: column(getattr(case.sender, name) for case in cases) for name in names}
    return Reaction(**columns, most=column(case.line / case.queues for case in cases))


def column(values: Iterable[float]) -> Floats:
    """Numbers below each other."""
    return np.array([*values], dtype=float)[:, None]


class Senders:
    """The state of all senders: ``rate`` and ``target`` in bytes/s, ``alpha`` between 0 and 1."""

    def __init__(self, reaction: Reaction, rate: Floats) -> None:
        self.reaction = reaction
        self.rate = np.clip(rate, reaction.least, reaction.most)
        self.target = self.rate.copy()
        self.alpha = np.ones_like(self.rate)
        self.periods, self.alpha_gain = reaction.periods, reaction.gain / reaction.alpha_timer

    def step(self, marks: Floats, leaving: Floats, sent: Floats, time: float) -> None:
        """Go on by ``time`` seconds in which ``sent`` bytes/s went out; see ``events`` for the others."""
        by, met = self.reaction, events(self.reaction, self.periods, marks, leaving, sent)
        above = self.target - self.rate
        rate = self.rate + (above * met.increases - self.rate * self.alpha * met.cnps) * (time / 2)
        target = self.target + (by.increase * met.raised - above * met.cnps * met.fresh) * time
        self.alpha = self.alpha + self.alpha_gain * (met.alpha - self.alpha) * time
        self.rate = np.minimum(np.maximum(rate, by.least), by.most)
        self.target = np.minimum(np.maximum(target, self.rate), by.most)


def events(by: Reaction, periods: Floats, marks: Floats, leaving: Floats, sent: Floats) -> Events:
    """What happens to senders of ``sent`` bytes/s, of whose ``leaving`` bytes/s the share ``marks`` is marked.

    The paper has the rate of the sender for both: it is the same at rest, but not while a queue is long.
    """
    share = np.minimum(np.maximum(marks, ALMOST_NONE), 1 - ALMOST_NONE)
    packets = np.maximum(leaving / by.packet, ALMOST_NONE)
    met, unmarked = packets * share, packets * np.log1p(-share)  # of the chance that none is marked in a second
    told, seen, timed = unmarked * periods
    counted = unmarked * by.byte_counter / np.maximum(sent, 1.0)
    some_told, some_seen = -np.expm1(told), -np.expm1(seen)
    quiet_time, quiet_bytes = np.exp(timed), np.exp(counted)
    by_time, by_bytes = _interrupted(met, timed), _interrupted(met, counted)
    cnps = np.minimum(some_told / by.cnp_interval, met)
    return Events(
        cnps=cnps,
        increases=by_bytes + by_time,
        raised=by_bytes * quiet_bytes**by.stages + by_time * quiet_time**by.stages,
        fresh=np.maximum(by.clamp, quiet_bytes + quiet_time - quiet_bytes * quiet_time),
        alpha=np.where(by.alpha_timer < by.cnp_interval, cnps * by.alpha_timer, some_seen),
    )


def _interrupted(marked: Floats, log_quiet: Floats) -> Floats:
    """How often each second a counter runs out that ``marked`` marks a second set back to its beginning."""
    often: Floats = marked / np.expm1(np.minimum(-log_quiet, MOST_EXPONENT))
    return often
