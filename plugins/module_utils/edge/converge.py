# SPDX-License-Identifier: GPL-3.0-or-later
"""The one story every subject goes through: check the wish, read, decide, act, read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..reconcile import Change, Row, Rows, changes, desired, is_absent, merged, rows_by
from ..subject import Action, Chooses, Options, Resolves, Seen, Settled, Subject
from .host import ActionFailed, Host


@dataclass(frozen=True)
class Outcome:
    before: Rows
    after: Rows
    actions: list[Action]
    found: Rows = field(compare=False)  # as last read: after acting, where there was something to do


def settled(subject: Subject, host: Host, want: Rows, options: Options) -> Options:
    """The options with what only a look at the host can add; most subjects need none."""
    probes = subject.probes(want, options) if isinstance(subject, Chooses) else {}
    if not probes or not isinstance(subject, Chooses):
        return options
    return {**options, **subject.chosen(host.look(probes), options)}


def gather(subject: Subject, host: Host, state: str, want: Rows, options: Options) -> Settled:
    """The rows as the device has them now, and the wish in its terms."""
    return read(subject, host, state, want, settled(subject, host, want, options))


def read(subject: Subject, host: Host, state: str, want: Rows, options: Options) -> Settled:
    """The same, by settled options."""
    seen = host.look(subject.reads(want, options))
    return resolved(subject, state, subject.parse(seen, options), want, seen, options)


def resolved(
    subject: Subject, state: str, have: Rows, want: Rows, seen: Mapping[str, Seen], options: Options
) -> Settled:
    """The wish in the host's terms; most subjects mean the same on every host."""
    if isinstance(subject, Resolves) and state != "gathered":
        return subject.resolved(state, have, want, seen, options)
    return Settled(have, want, options)


def wished(subject: Subject, config: list[Row]) -> Rows:
    """The wished rows by name, each checked; raises ``ValueError``."""
    want = rows_by(subject.KEY, config)
    for name, row in want.items():
        subject.check(name, row)
    return want


def differs(subject: Subject, state: str, have: Rows, want: Rows) -> list[Change]:
    """What would change if ``want`` were applied."""
    return changes(have, desired(state, have, want, subject.BLANK), subject.BLANK)


def converge(subject: Subject, host: Host, state: str, config: list[Row], options: Options, pretend: bool) -> Outcome:
    """Make ``config`` true, unless ``pretend``; raises ``ActionFailed`` if the device did not take it."""
    wish = wished(subject, config)
    now = _now(subject, host, state, wish, options)
    before, want = now.have, now.want
    after = desired(state, before, want, subject.BLANK)
    actions = subject.render(changes(before, after, subject.BLANK), after, now.options)
    if pretend or state in ("rendered", "gathered"):
        return Outcome(before, after, actions, before)
    for action in actions:
        host.act(action)
    found = read(subject, host, state, want, now.options).have if actions else before
    if actions:
        _read_back(subject, _left(subject, state, found, want, after))
    return Outcome(before, after, actions, found)


def _now(subject: Subject, host: Host, state: str, wish: Rows, options: Options) -> Settled:
    """What is there and what is wished of it; raises ``ValueError`` for a wish that the host cannot fulfil."""
    if state == "rendered":
        now = resolved(subject, state, {}, wish, {}, options)
    else:
        now = gather(subject, host, state, wish, options)
    if now.refused:
        raise ValueError(now.refused)
    return now


def _left(subject: Subject, state: str, took: Rows, want: Rows, after: Rows) -> list[Change]:
    """What the device did not take; ``merged`` promises only what was wished."""
    left = changes(took, after, subject.BLANK)
    if state != "merged":
        return left
    return [change for change in left if _broken(change, want.get(change.name, {}))]


def _broken(change: Change, wish: Row) -> bool:
    """Whether what reads back is not what was wished; of a row that must be gone, nothing may be left."""
    return is_absent(wish) or merged(change.before, wish) != change.before


def _read_back(subject: Subject, left: list[Change]) -> None:
    """Refuse to call a thing done that the device did not take."""
    if left:
        told = "; ".join(f"{change.name}: wanted {_only(change)[1]}, reads back {_only(change)[0]}" for change in left)
        raise ActionFailed(f"{subject.NAME}: the device did not take it: {told}")


def _only(change: Change) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of a change that differ, before and after."""
    fields = [key for key in sorted({*change.before, *change.after}) if change.before.get(key) != change.after.get(key)]
    return {key: change.before.get(key) for key in fields}, {key: change.after.get(key) for key in fields}
