# SPDX-License-Identifier: GPL-3.0-or-later
"""From what Ansible registered of ``host_state`` to looks. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSIBLE = "Task failed: "  # what ansible-core 2.19 says before everything


def looks_of(results: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The look of each host that was asked: reachable or not, an error of the whole look, and its subjects."""
    return {host: _look(result) for host, result in results.items() if result and not result.get("skipped")}


def _look(result: Mapping[str, Any]) -> dict[str, Any]:
    error = ""
    if "subjects" not in result:
        told = " ".join(str(result.get("msg") or "host_state gave no answer").split())
        error = told[len(ANSIBLE) :] if told.startswith(ANSIBLE) else told
    return {"reachable": not result.get("unreachable"), "error": error, "subjects": result.get("subjects", {})}
