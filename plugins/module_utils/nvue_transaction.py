# SPDX-License-Identifier: GPL-3.0-or-later
"""Change a Cumulus Linux switch as one revision that takes itself back: what to run, in which order. Pure.

The switch applies a revision on trial and returns to the one before unless that is confirmed, even if nobody can reach
it any more (Cumulus Linux 5.14, "NVUE CLI": ``nv config apply --confirm``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .devices import nvue
from .reconcile import Change, Rows
from .subject import Action, Read, Run, Seen, text_of

PENDING = "pending"
DIFFERENCE = Read(("nv", "config", "diff", "-o", "commands"))
TRIAL = "5m"  # longer than all neighbours together are waited for
APPLY = Run(("nv", "config", "apply", "--confirm", TRIAL, "-y"))
CONFIRM = Run(("nv", "config", "apply", "--confirm-yes"))
REFUSE = Run(("nv", "config", "apply", "--confirm-no"))
FORGET = Run(("nv", "config", "detach"))
SAVE = Run(("nv", "config", "save"))


@dataclass(frozen=True)
class Transaction:
    """What to do, in this order: stage, try, keep. Before ``trial`` nothing has changed but the pending revision."""

    stage: list[Action] = field(default_factory=list)
    trial: list[Action] = field(default_factory=list)
    keep: list[Action] = field(default_factory=list)

    @property
    def actions(self) -> list[Action]:
        return [*self.stage, *self.trial, *self.keep]


def transaction(changes: list[Change], after: Rows, save: bool, unsaved: bool) -> Transaction:
    """Everything that makes ``changes``; only a save where nothing changes but the saved configuration differs."""
    stage = nvue.render(changes, after, {})
    if not stage:
        return Transaction(keep=[SAVE] if save and unsaved else [])
    return Transaction(stage, [APPLY], [CONFIRM, *([SAVE] if save else [])])


def left_pending(seen: Mapping[str, Seen]) -> list[str]:
    """The changes that somebody staged and did not apply: they would go in with ours."""
    told = text_of("pending configuration", seen[PENDING], "look at 'nv config diff' on the switch")
    return [line.strip() for line in told.splitlines() if line.strip().startswith("nv ")]
