# SPDX-License-Identifier: GPL-3.0-or-later
"""The story of a change to a Cumulus switch: stage, apply on trial, read back, ask the neighbours, confirm; or back."""

from __future__ import annotations

from ..devices import nvue, nvue_look
from ..nvue_transaction import DIFFERENCE, FORGET, PENDING, REFUSE, TRIAL, Transaction, left_pending, transaction
from ..reconcile import Change, Row, Rows, changes, desired
from ..subject import Action
from ..switch_transaction import neighbours
from .converge import wished
from .host import ActionFailed, Host
from .neighbours import answering, ask
from .switch import Outcome, Request

TOLD = 3  # places told where going back left something


def transact(host: Host, request: Request) -> Outcome:
    """Make the wish true, unless it pretends; raises ``ActionFailed``, and then the switch is as it was before."""
    want = wished(nvue, request.config)
    if request.state == "rendered":
        after = desired("rendered", {}, want, nvue.BLANK)
        return Outcome({}, after, nvue.render(changes({}, after, nvue.BLANK), after, {}))
    seen = host.look({**nvue.reads(want, {}), **nvue_look.saved_reads(), PENDING: DIFFERENCE})
    before = nvue.parse(seen, {})
    if request.state == "gathered":
        return Outcome(before, before, [])
    after = desired(request.state, before, want, nvue.BLANK)
    unsaved = bool(nvue_look.saved(seen)[nvue_look.FILE]["differences"])
    told = changes(before, after, nvue.BLANK)
    plan = transaction(told, after, request.save, unsaved)
    if not request.pretend:
        _refuse_others(left_pending(seen) if plan.stage else [])
        _carry_out(host, plan, told, before, neighbours(request.neighbours))
    return Outcome(before, after, plan.actions)


def _refuse_others(pending: list[str]) -> None:
    if pending:
        raise ActionFailed(
            f"{len(pending)} changes are staged on the switch and not applied, the first is {pending[0]!r};"
            " run 'nv config apply' or 'nv config detach' there, then this again"
        )


def _carry_out(host: Host, plan: Transaction, told: list[Change], before: Rows, addresses: list[str]) -> None:
    if not plan.stage:
        return _act(host, plan.keep)
    there = answering(host, addresses)
    try:
        _act(host, [*plan.stage, *plan.trial])
        _read_back(host, told)
        ask(host, there)
        _act(host, plan.keep)
    except (ActionFailed, OSError, ValueError) as cause:
        raise ActionFailed(f"{cause}; {_undone(host, before)}") from None
    return None


def _read_back(host: Host, told: list[Change]) -> None:
    """Every changed place is as wished; what NVUE adds beside it, such as a port's type, is its own."""
    took = _applied(host)
    left = [(change, took.get(change.name, nvue.BLANK)) for change in told]
    wrong = [f"{one.name}: wanted {_said(one.after)}, reads back {_said(now)}" for one, now in left if now != one.after]
    if wrong:
        raise ActionFailed(f"the switch did not take it: {'; '.join(wrong)}")


def _said(row: Row) -> str:
    return "nothing" if row["value"] is None else row["value"] or "it is there"


def _undone(host: Host, before: Rows) -> str:
    """Refuse the trial and forget what is staged, whichever of both there is; says whether the switch is as it was."""
    failed = [error for error in (_attempt(host, REFUSE), _attempt(host, FORGET)) if error]
    try:
        differs = [change.name for change in changes(_applied(host), before, nvue.BLANK)]
    except (OSError, ValueError) as error:
        return f"gave it up, but cannot read it any more: {error}; unless confirmed, it goes back by itself in {TRIAL}"
    if differs:
        told = "; ".join(["look at 'nv config history'", *failed])
        return f"gave it up, but {', '.join(differs[:TOLD])} is not as before; {told}"
    return "gave it up, the switch is as before"


def _attempt(host: Host, action: Action) -> str:
    """Why an action failed; empty where it did not. One of both always has nothing to do."""
    try:
        host.act(action)
    except ActionFailed as error:
        return str(error)
    return ""


def _applied(host: Host) -> Rows:
    return nvue.parse(host.look(nvue.reads({}, {})), {})


def _act(host: Host, actions: list[Action]) -> None:
    for action in actions:
        host.act(action)
