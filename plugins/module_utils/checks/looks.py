# SPDX-License-Identifier: GPL-3.0-or-later
"""From what Ansible registered of ``host_state`` to looks. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def looks_of(results: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The look of each host that was asked: reachable or not, an error of the whole look, and its subjects."""
    return {host: _look(result) for host, result in results.items() if result}


def _look(result: Mapping[str, Any]) -> dict[str, Any]:
    error = ""
    if "subjects" not in result:
        error = " ".join(str(result.get("msg") or "host_state gave no answer").split())
    return {"reachable": not result.get("unreachable"), "error": error, "subjects": result.get("subjects", {})}
