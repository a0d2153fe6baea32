# SPDX-License-Identifier: GPL-3.0-or-later
"""One look at all subjects of a plan; counters are read before and after all else."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .. import look
from ..devices import counters
from ..devices.registry import LOOKS, SUBJECTS
from ..reconcile import Rows
from ..subject import Options, Resolves, Subject
from .converge import differs, gather, wished
from .host import Host


def seen(host: Host, plan: Mapping[str, Any], interval: float) -> dict[str, dict[str, Any]]:
    """What each subject shows; two readings of the counters lie at least ``interval`` seconds apart."""
    first, started = _first(host, plan.get(counters.NAME)), time.monotonic()
    found = {name: _seen(host, name, subject) for name, subject in plan.items() if name != counters.NAME}
    if counters.NAME in plan:
        time.sleep(max(0.0, started + interval - time.monotonic()))
        found[counters.NAME] = _second(host, plan[counters.NAME], first, started)
    return found


def _seen(host: Host, name: str, planned: Mapping[str, Any]) -> dict[str, Any]:
    """One subject's look; a subject that cannot be read says why and leaves the others alone."""
    subject = _subject(name)
    want, options = _wished(subject, planned)
    state = planned.get("state", "gathered")
    try:
        now = gather(subject, host, state, want, options)
    except (OSError, ValueError) as error:
        return look.unreadable(error)
    found = look.shown(subject.KEY, now.have, bool(now.refused or differs(subject, state, now.have, now.want)))
    return {**found, **look.resolved(subject.KEY, now)} if isinstance(subject, Resolves) else found


def _subject(name: str) -> Subject:
    subject = SUBJECTS.get(name) or LOOKS.get(name)
    if subject is None:
        raise ValueError(f"subject {name!r} is not known; allowed: {', '.join(sorted({*SUBJECTS, *LOOKS}))}")
    return subject


def _wished(subject: Subject, planned: Mapping[str, Any]) -> tuple[Rows, Options]:
    return wished(subject, look.rows_of(dict(planned))), look.options_of(dict(planned))


def _first(host: Host, planned: Mapping[str, Any] | None) -> Rows:
    """The first reading; empty where the counters are not looked at, or cannot be: the second one tells."""
    if planned is None:
        return {}
    try:
        return gather(counters, host, "gathered", *_wished(counters, planned)).have
    except (OSError, ValueError):
        return {}


def _second(host: Host, planned: Mapping[str, Any], first: Rows, started: float) -> dict[str, Any]:
    try:
        second = gather(counters, host, "gathered", *_wished(counters, planned)).have
    except (OSError, ValueError) as error:
        return look.unreadable(error)
    grown = counters.between(first, second, time.monotonic() - started)
    return look.shown(counters.KEY, grown, differs=False)
