# SPDX-License-Identifier: GPL-3.0-or-later
"""A healthy lab with the faults of a case laid into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.unit.checks.healthy import looks_of, plans_of

BOOT = {"enabled": True, "text": "[Unit]\n", "program": f"b1946ac92492{'0' * 52}", "plan": f"591785b79460{'0' * 52}"}


def broken(case: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The plans and looks of a case."""
    plans = plans_of(case.get("cluster", "lab"))
    for host in case.get("boot", []):
        plans[host]["subjects"]["boot"] = {"state": "merged", "config": [{"unit": "disagg-apply", **BOOT}]}
    for change in case.get("plan", []):
        _change(plans[change["host"]]["subjects"][change["subject"]], "config", change)
    for host, subjects in case.get("also", {}).items():
        plans[host]["subjects"].update({name: {"config": subject["config"]} for name, subject in subjects.items()})
    looks = looks_of(plans)
    for host, subjects in case.get("also", {}).items():
        for name, subject in subjects.items():
            looks[host]["subjects"][name]["have"] = subject["have"]
    for change in case.get("change", []):
        _change(looks[change["host"]]["subjects"][change["subject"]], "have", change)
    for gone in case.get("gone", []):
        subject = looks[gone["host"]]["subjects"][gone["subject"]]
        subject["have"] = [row for row in subject["have"] if not gone["row"].items() <= row.items()]
    for host, error in case.get("down", {}).items():
        looks[host] = {"reachable": False, "error": error, "subjects": {}}
    for host, error in case.get("failed", {}).items():
        looks[host] = {"reachable": True, "error": error, "subjects": {}}
    _silence(looks, case)
    return plans, looks


def _change(subject: dict[str, Any], rows: str, change: Mapping[str, Any]) -> None:
    if "error" in change:
        subject.update(have=[], error=change["error"])
    elif "refused" in change:
        subject.update(refused=change["refused"])
    elif "drop" in change:
        subject[rows] = [row for row in subject[rows] if not change["drop"].items() <= row.items()]
    elif "add" in change:
        subject[rows].append(change["add"])
    else:
        for row in [row for row in subject[rows] if change["row"].items() <= row.items()]:
            _change_row(row, change)


def _change_row(row: dict[str, Any], change: Mapping[str, Any]) -> None:
    row.pop(change.get("remove"), None)
    for field, value in change.get("set", {}).items():
        row[field] = {**row[field], **value} if isinstance(value, dict) else value
    for field, value in change.get("append", {}).items():
        row[field] = [*row[field], value]
    for field, count in change.get("keep", {}).items():
        row[field] = row[field][:count]


def _silence(looks: Mapping[str, Any], case: Mapping[str, Any]) -> None:
    """No answer to pings from or to an address, or between a pair."""
    addresses, pairs = {*case.get("unanswered", [])}, [*map(tuple, case.get("unanswered_pair", []))]
    for look in looks.values():
        for row in look["subjects"].get("reach", {}).get("have", []):
            ends = row["source"], row["destination"]
            if addresses & {*ends} or ends in pairs:
                row.update(received=False, detail="")
