# SPDX-License-Identifier: GPL-3.0-or-later
"""One look per host: what each subject of a plan shows, and which subjects differ from it. Pure."""

from __future__ import annotations

from typing import Any

from .reconcile import Row, Rows, config_by
from .subject import Settled

MEASURES = ("reach",)  # looked at only when asked: they send traffic
TWICE = ("counters",)  # looked at only when asked: they take the time between two readings


def shown(key: tuple[str, ...], have: Rows, differs: bool) -> dict[str, Any]:
    """What a look tells of a subject it could read."""
    return {"have": config_by(key, have), "differs": differs, "error": "", "tool": ""}


def resolved(key: tuple[str, ...], now: Settled) -> dict[str, Any]:
    """What a look tells beside that of a wish which each host understands in its own terms."""
    return {"want": config_by(key, now.want), "refused": now.refused}


def unreadable(error: Exception) -> dict[str, Any]:
    """What a look tells of a subject it could not read; ``tool`` is the command that is not installed."""
    return {"have": [], "differs": True, "error": str(error), "tool": getattr(error, "tool", "")}


def wanted(plan: dict[str, Any], only: list[str], measure: bool, interval: float = 0) -> dict[str, Any]:
    """The subjects of ``plan`` to look at, by name; raises ``ValueError`` for one in ``only`` that the plan has not."""
    unknown = sorted({*only} - {*plan})
    if unknown:
        raise ValueError(f"only: {', '.join(unknown)} is not in the plan; allowed: {', '.join(sorted(plan))}")
    return {
        name: subject
        for name, subject in plan.items()
        if (not only or name in only) and (measure or name not in MEASURES) and (interval > 0 or name not in TWICE)
    }


def options_of(subject: dict[str, Any]) -> dict[str, Any]:
    """What a subject of a plan has beside its rows and its state."""
    return {name: value for name, value in subject.items() if name not in ("config", "state")}


def rows_of(subject: dict[str, Any]) -> list[Row]:
    """The rows of a subject of a plan."""
    return list(subject.get("config", []))
