# SPDX-License-Identifier: GPL-3.0-or-later
"""What a Terraform plan would do, told shortly: from ``show -json PLAN`` to addresses, actions and differences."""

from __future__ import annotations

from typing import Any

SENSITIVE = "(sensitive)"
LATER = "(known after apply)"
ACTIONS = {
    ("create",): "add",
    ("update",): "change",
    ("delete",): "destroy",
    ("delete", "create"): "replace",
    ("create", "delete"): "replace",
}


def changes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """The resources that would change: address, action (add, change, replace, destroy), before and after."""
    return [
        {"address": each["address"], "action": action, **differences(each["change"])}
        for each in sorted(plan.get("resource_changes", []), key=lambda each: str(each["address"]))
        if (action := ACTIONS.get(tuple(each["change"]["actions"])))
    ]


def differences(change: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The attributes that differ, before and after; what is sensitive is masked."""
    before = masked(change.get("before") or {}, change.get("before_sensitive"), SENSITIVE)
    known = masked(change.get("after") or {}, change.get("after_sensitive"), SENSITIVE)
    after = masked(known, change.get("after_unknown"), LATER)
    names = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    return {
        side: {name: row[name] for name in names if name in row} for side, row in (("before", before), ("after", after))
    }


def masked(value: Any, marks: Any, word: str) -> Any:
    """``value`` with ``word`` wherever ``marks``, a tree of the same shape, says true."""
    if marks is True:
        return word
    if isinstance(marks, dict) and isinstance(value, dict):
        names = {*value, *(name for name, mark in marks.items() if mark)}
        return {name: masked(value.get(name), marks.get(name), word) for name in sorted(names)}
    if isinstance(marks, list) and isinstance(value, list):
        padded = [*marks, *[None] * (len(value) - len(marks))]
        return [masked(each, mark, word) for each, mark in zip(value, padded)]
    return value


def diff(changed: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The changes the way ``--diff`` shows them: by address, before and after."""
    return {side: {each["address"]: each[side] for each in changed if each[side]} for side in ("before", "after")}


def summary(changed: list[dict[str, Any]]) -> dict[str, int]:
    """How many resources would be added, changed, replaced and destroyed."""
    words = sorted({*ACTIONS.values()})
    return {word: sum(each["action"] == word for each in changed) for word in words}


def shown_outputs(outputs: dict[str, Any]) -> dict[str, Any]:
    """The values of outputs by name, without the sensitive ones."""
    return {name: output["value"] for name, output in sorted(outputs.items()) if not output.get("sensitive")}
