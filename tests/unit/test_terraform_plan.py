# SPDX-License-Identifier: GPL-3.0-or-later
"""A plan told shortly."""

from __future__ import annotations

import pytest

from plugins.module_utils.terraform_plan import LATER, SENSITIVE, changes, diff, shown_outputs, summary


def plan(*actions, **change):
    return {"resource_changes": [{"address": "lab_node.a", "change": {"actions": [*actions], **change}}]}


@pytest.mark.parametrize(
    ("actions", "word"),
    [
        (("create",), "add"),
        (("update",), "change"),
        (("delete",), "destroy"),
        (("delete", "create"), "replace"),
        (("create", "delete"), "replace"),
    ],
)
def test_actions_get_one_word_each(actions, word):
    told = changes(plan(*actions, before={"x": 1}, after={"x": 2}))
    assert [(each["address"], each["action"]) for each in told] == [("lab_node.a", word)]
    assert summary(told)[word] == sum(summary(told).values()) == 1


@pytest.mark.parametrize("actions", [("no-op",), ("read",)])
def test_what_changes_nothing_is_not_told(actions):
    assert changes(plan(*actions, before={"x": 1}, after={"x": 1})) == []


def test_only_what_differs_is_told_and_secrets_are_masked():
    told = changes(
        plan(
            "update",
            before={"same": 1, "running": False, "login": {"user": "a", "password": "old"}},
            after={"same": 1, "running": True, "login": {"user": "b", "password": "new"}},
            before_sensitive={"login": {"password": True}},
            after_sensitive={"login": {"password": True}},
            after_unknown={"keys": [True, False], "id": True},
        )
    )
    assert diff(told) == {
        "before": {"lab_node.a": {"running": False, "login": {"user": "a", "password": SENSITIVE}}},
        "after": {
            "lab_node.a": {
                "running": True,
                "login": {"user": "b", "password": SENSITIVE},
                "id": LATER,
            }
        },
    }


def test_unknown_parts_of_a_list_are_marked():
    told = changes(plan("create", after={"ports": [{"name": "rail0"}]}, after_unknown={"ports": [{"network": True}]}))
    assert told[0]["after"] == {"ports": [{"name": "rail0", "network": LATER}]}


def test_sensitive_outputs_are_not_told():
    outputs = {"nodes": {"value": 1, "sensitive": False}, "word": {"value": "sesame", "sensitive": True}}
    assert shown_outputs(outputs) == {"nodes": 1}
