# SPDX-License-Identifier: GPL-3.0-or-later
"""What a change to a switch consists of, and in which order."""

from __future__ import annotations

import pytest

from plugins.module_utils import switch_transaction as it
from plugins.module_utils.reconcile import Change
from plugins.module_utils.subject import Seen, Unreadable

ROW = "DSCP_TO_TC_MAP AZURE"
CHANGE = Change(ROW, {"fields": {"26": "1"}}, {"fields": {"26": "3"}})
AFTER = {ROW: CHANGE.after}
APPLY = [
    ["install", "-m", "0644", "/dev/stdin", "/run/disagg/config_db.patch.json"],
    ["config", "apply-patch", "/run/disagg/config_db.patch.json"],
]


def shown(transaction: it.Transaction) -> list[list[str]]:
    return [action.shown() for action in transaction.actions]


def test_a_change_has_a_checkpoint_before_and_a_save_after() -> None:
    made = it.transaction([CHANGE], AFTER, [], "disagg", save=True, unsaved=False)
    assert shown(made) == [["config", "checkpoint", "disagg-0001"], *APPLY, ["config", "save", "-y"]]
    assert made.back.shown() == ["config", "rollback", "disagg-0001"]


def test_a_change_is_not_saved_where_that_is_not_wished() -> None:
    made = it.transaction([CHANGE], AFTER, [], "disagg", save=False, unsaved=True)
    assert shown(made) == [["config", "checkpoint", "disagg-0001"], *APPLY]


def test_only_the_oldest_of_our_own_checkpoints_go() -> None:
    theirs = ["before-upgrade", "disagg", "disagg-old", "other-0001"]
    ours = ["disagg-0010", "disagg-0002", "disagg-0009"]
    made = it.transaction([CHANGE], AFTER, [*theirs, *ours], "disagg", save=True, unsaved=False)
    assert shown(made)[0] == ["config", "checkpoint", "disagg-0011"]
    assert shown(made)[-1] == ["config", "delete-checkpoint", "disagg-0002"]
    assert len(shown(made)) == 5


@pytest.mark.parametrize(("save", "unsaved", "actions"), [(True, True, 1), (True, False, 0), (False, True, 0)])
def test_without_a_change_only_a_difference_is_saved(save: bool, unsaved: bool, actions: int) -> None:
    made = it.transaction([], AFTER, ["disagg-0001"], "disagg", save=save, unsaved=unsaved)
    assert shown(made) == [["config", "save", "-y"]] * actions


def test_neighbours_are_addresses_without_prefix_each_once() -> None:
    assert it.neighbours(["10.64.0.3/31", None, "10.64.0.1", "10.64.0.3/31"]) == ["10.64.0.1", "10.64.0.3"]


def test_a_neighbour_has_answered_when_ping_ended_well() -> None:
    assert it.answered({"10.64.0.1": Seen(), "10.64.0.3": Seen(rc=1), "10.64.0.5": Seen(missing=True)}) == {"10.64.0.1"}


def test_checkpoints_are_read_from_json_after_any_words() -> None:
    assert it.listed({"checkpoints": Seen('a warning\n[\n    "disagg-0001"\n]\n')}) == ["disagg-0001"]
    with pytest.raises(Unreadable, match="checkpoints: exit code 2"):
        it.listed({"checkpoints": Seen(rc=2, error="no")})
