# SPDX-License-Identifier: GPL-3.0-or-later
"""The story of a change to a switch: checkpoint, patch, read back, ask the neighbours, save; or back, and say why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..devices import config_db, saved
from ..reconcile import Change, Row, Rows, changes, desired
from ..subject import Action
from ..switch_transaction import CHECKPOINTS, LIST, Transaction, listed, neighbours, transaction
from .converge import wished
from .host import ActionFailed, Host
from .neighbours import answering, ask


@dataclass(frozen=True)
class Request:
    """What is wished of the switch."""

    state: str
    config: list[Row]
    neighbours: list[str | None]
    prefix: str
    save: bool
    pretend: bool


@dataclass(frozen=True)
class Outcome:
    before: Rows
    after: Rows
    actions: list[Action]


def transact(host: Host, request: Request) -> Outcome:
    """Make the wish true, unless it pretends; raises ``ActionFailed``, and then the switch is as it was before."""
    want = wished(config_db, request.config)
    if request.state == "rendered":
        return _rendered(want)
    seen = host.look({**saved.reads(want, {}), CHECKPOINTS: LIST})
    before = config_db.parse(seen, {})
    after = desired(request.state, before, want, config_db.BLANK)
    unsaved = bool(saved.parse(seen, {})[saved.FILE]["differences"])
    told = changes(before, after, config_db.BLANK)
    plan = transaction(told, after, listed(seen), request.prefix, request.save, unsaved)
    if request.state == "gathered":
        return Outcome(before, after, [])
    if not request.pretend:
        _carry_out(host, plan, after, neighbours(request.neighbours))
    return Outcome(before, after, plan.actions)


def _rendered(want: Rows) -> Outcome:
    after = desired("rendered", {}, want, config_db.BLANK)
    return Outcome({}, after, config_db.render(changes({}, after, config_db.BLANK), after, {}))


def _carry_out(host: Host, plan: Transaction, after: Rows, addresses: list[str]) -> None:
    if not plan.change:
        return _act(host, plan.keep)
    before = _database(host)
    there = answering(host, addresses)
    _act(host, plan.begin)
    try:
        _act(host, plan.change)
        _read_back(host, after)
        ask(host, there)
        _act(host, plan.keep)
    except (ActionFailed, OSError, ValueError) as cause:
        raise ActionFailed(f"{cause}; {_undone(host, plan, before)}") from None
    return None


def _read_back(host: Host, after: Rows) -> None:
    took = config_db.parse(host.look(config_db.reads({}, {})), {})
    left = changes(took, after, config_db.BLANK)
    if left:
        raise ActionFailed(f"the switch did not take it: {'; '.join(_told(change) for change in left)}")


def _told(change: Change) -> str:
    return f"{change.name}: wanted {change.after['fields']}, reads back {change.before['fields']}"


def _undone(host: Host, plan: Transaction, before: dict[str, Any]) -> str:
    """Go back to the checkpoint; says whether the switch is as it was."""
    try:
        host.act(plan.back)
        differs = saved.differences(before, _database(host))
    except (ActionFailed, OSError, ValueError) as error:
        return f"rolling back to {plan.checkpoint} failed too: {error}; run 'config rollback {plan.checkpoint}'"
    if differs:
        return f"rolled back to checkpoint {plan.checkpoint}, but {', '.join(differs)} is not as before; look at it"
    return f"rolled back to checkpoint {plan.checkpoint}, the switch is as before"


def _database(host: Host) -> dict[str, Any]:
    return config_db.database(host.look(config_db.reads({}, {}))[config_db.RUNNING].text)


def _act(host: Host, actions: list[Action]) -> None:
    for action in actions:
        host.act(action)
