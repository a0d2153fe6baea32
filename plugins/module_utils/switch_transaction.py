# SPDX-License-Identifier: GPL-3.0-or-later
"""Change a switch as one transaction: what to run before, for and after a change, and when to undo it. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .devices import config_db
from .reconcile import Change, Rows
from .subject import Action, Read, Run, Seen, text_of

CHECKPOINTS = "checkpoints"
LIST = Read(("config", "list-checkpoints"))
KEEP = 3  # checkpoints of ours that stay on the switch
SAVE = Run(("config", "save", "-y"))


@dataclass(frozen=True)
class Transaction:
    """What to do, in this order. ``checkpoint`` is where a failed change goes back to."""

    checkpoint: str = ""
    begin: list[Action] = field(default_factory=list)
    change: list[Action] = field(default_factory=list)
    keep: list[Action] = field(default_factory=list)

    @property
    def actions(self) -> list[Action]:
        return [*self.begin, *self.change, *self.keep]

    @property
    def back(self) -> Run:
        """The command that undoes the change."""
        return Run(("config", "rollback", self.checkpoint))


def transaction(
    changes: list[Change], after: Rows, checkpoints: list[str], prefix: str, save: bool, unsaved: bool
) -> Transaction:
    """Everything that makes ``changes``; only a save where nothing changes but the saved configuration differs."""
    change = config_db.render(changes, after, {})
    if not change:
        return Transaction(keep=[SAVE] if save and unsaved else [])
    name = next_checkpoint(prefix, checkpoints)
    return Transaction(
        name,
        [Run(("config", "checkpoint", name))],
        change,
        [
            *([SAVE] if save else []),
            *(Run(("config", "delete-checkpoint", old)) for old in expired(prefix, [*checkpoints, name])),
        ],
    )


def listed(seen: Mapping[str, Seen]) -> list[str]:
    """The names of a switch's checkpoints, from ``config list-checkpoints``."""
    text = text_of("checkpoints", seen[CHECKPOINTS], "look at 'config list-checkpoints' on the switch")
    names: list[str] = json.loads(text[max(text.find("["), 0) :])
    return names


def next_checkpoint(prefix: str, checkpoints: list[str]) -> str:
    """The name after the newest of ours: ``disagg-0004`` after ``disagg-0003``."""
    newest = max((_number(prefix, name) for name in checkpoints), default=0)
    return f"{prefix}-{newest + 1:04d}"


def expired(prefix: str, checkpoints: list[str]) -> list[str]:
    """Our checkpoints but the newest, oldest first; those of others are never ours to delete."""
    ours = sorted((name for name in checkpoints if _number(prefix, name)), key=lambda name: _number(prefix, name))
    return ours[:-KEEP]


def neighbours(addresses: list[str | None]) -> list[str]:
    """The addresses to ping, without prefix length, each once."""
    return sorted({address.split("/")[0] for address in addresses if address})


def ping(address: str) -> Read:
    """One echo request that waits at most a second."""
    return Read(("ping", "-n", "-q", "-c", "1", "-W", "1", address))


def answered(seen: Mapping[str, Seen]) -> set[str]:
    """The addresses that answered."""
    return {address for address, look in seen.items() if not look.missing and not look.rc}


def _number(prefix: str, name: str) -> int:
    found = re.fullmatch(re.escape(prefix) + r"-(\d+)", name)
    return int(found[1]) if found else 0
