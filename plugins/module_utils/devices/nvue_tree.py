# SPDX-License-Identifier: GPL-3.0-or-later
"""NVUE's configuration as one row for each place in its tree, named as ``nv set`` names it. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..reconcile import Rows
from ..subject import Unreadable

THERE = ""  # the value of a place that only is there, such as an address
RANGE = re.compile(r"([A-Za-z]*(?:\d+[a-z])?)(\d+)-(\d+)")  # swp1-4, swp1s0-3, 0-3
LIST = re.compile(r"[A-Za-z]*\d+[a-z\d]*(-\d+)?(,[A-Za-z]*\d+[a-z\d]*(-\d+)?)*")
LISTED = ("interface", "qos")  # branches in which a key may stand for several
MOST = 1024  # members of a range; a larger one is no list of ports or classes


def tree(text: str, remedy: str) -> dict[str, Any]:
    """What ``nv config show -o json`` has set, from its list of a header and ``set``."""
    try:
        shown = json.loads(text)
    except ValueError as error:
        raise Unreadable(f"NVUE: not JSON: {error}; {remedy}") from None
    parts = shown if isinstance(shown, list) else [shown]
    if not all(isinstance(part, dict) and isinstance(part.get("set", {}), dict) for part in parts):
        raise Unreadable(f"NVUE: not a configuration: {text.strip()[:200]!r}; {remedy}")
    found: dict[str, Any] = {}
    for part in parts:
        branches = part.get("set", {})
        found = laid_over(found, {key: expanded(branches[key]) if key in LISTED else branches[key] for key in branches})
    return found


def expanded(node: Any) -> Any:
    """The tree with every list of ports or classes (``swp1-4``, ``4,5,7``) written out, each with all it has."""
    if not isinstance(node, dict):
        return node
    found: dict[str, Any] = {}
    for key, value in node.items():
        for name in members(str(key)):
            found = laid_over(found, {name: expanded(value)})
    return found


def members(key: str) -> list[str]:
    """The names that a key stands for: itself unless it is a list or a range."""
    if not ("-" in key or "," in key) or not LIST.fullmatch(key):
        return [key]
    return [name for part in key.split(",") for name in _range(part)]


def laid_over(under: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Both trees in one; where both have a value, that of ``over``."""
    both = {
        key: laid_over(under[key], value)
        for key, value in over.items()
        if isinstance(value, dict) and isinstance(under.get(key), dict)
    }
    return {**under, **over, **both}


def rows(node: Mapping[str, Any], path: str = "") -> Rows:
    """A row for every place; that of a branch has the value ``""``."""
    return dict(_rows(node, path))


def nested(found: Mapping[str, str]) -> dict[str, Any]:
    """The tree of values by path: the inverse of ``rows`` for leaves. Digits become numbers, as NVUE writes them."""
    whole: dict[str, Any] = {}
    for path, value in found.items():
        *above, last = path.split()
        branch = whole
        for word in above:
            branch = branch.setdefault(word, {})
        branch.setdefault(last, {}) if value == THERE else branch.update({last: _typed(value)})
    return whole


def _rows(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, value in node.items():
        here = f"{path} {key}".strip()
        if isinstance(value, dict):
            yield here, {"value": THERE}
            yield from _rows(value, here)
        else:
            yield here, {"value": _string(value)}


def _string(value: Any) -> str:
    """A value as ``nv set`` takes it: bytes without their unit, switches as on and off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return re.sub(r"^(\d+) B$", r"\1", "" if value is None else str(value))


def _typed(value: str) -> Any:
    return int(value) if value.isdigit() else value


def _range(part: str) -> list[str]:
    found = RANGE.fullmatch(part)
    if not found or not int(found[2]) <= int(found[3]) <= int(found[2]) + MOST:
        return [part]
    return [f"{found[1]}{number}" for number in range(int(found[2]), int(found[3]) + 1)]
