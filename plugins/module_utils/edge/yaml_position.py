# SPDX-License-Identifier: GPL-3.0-or-later
"""Where in a YAML text a path lies, and which keys it has twice. On the controller only: it needs PyYAML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

try:
    import yaml
except ImportError:  # targets have no PyYAML and never come here
    yaml = None  # type: ignore[assignment]


def locate(text: str, path: str) -> tuple[int, int]:
    """Line and column, from 1, of the key or entry at ``path``, or of what lies nearest above it."""
    node, mark, rest = yaml.compose(text, yaml.SafeLoader), None, path
    while node is not None and rest:
        found = _step(node, rest)
        if found is None:
            break
        mark, node, rest = found
    mark = mark or (node.start_mark if node is not None else None)
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def twice(text: str) -> list[tuple[str, int, int, int]]:
    """Each key that a mapping has twice: its path, the line of the first, line and column of the second."""
    node = yaml.compose(text, yaml.SafeLoader)
    return [] if node is None else [*_twice(node, "")]


def _step(node: Any, rest: str) -> tuple[Any, Any, str] | None:
    """One step down: the mark of what was found, its value, and the path that is left."""
    if isinstance(node, yaml.MappingNode):
        fits = [pair for pair in node.value if _is_at(rest, str(pair[0].value))]
        if not fits:
            return None
        key, value = max(fits, key=lambda pair: len(str(pair[0].value)))
        return key.start_mark, value, rest[len(str(key.value)) :].lstrip(".")
    if isinstance(node, yaml.SequenceNode) and rest.startswith("["):
        index, _, left = rest[1:].partition("]")
        if int(index) < len(node.value):
            return node.value[int(index)].start_mark, node.value[int(index)], left.lstrip(".")
    return None


def _is_at(rest: str, key: str) -> bool:
    return rest == key or rest.startswith((f"{key}.", f"{key}["))


def _twice(node: Any, path: str) -> Iterator[tuple[str, int, int, int]]:
    if isinstance(node, yaml.SequenceNode):
        for index, entry in enumerate(node.value):
            yield from _twice(entry, f"{path}[{index}]")
    if not isinstance(node, yaml.MappingNode):
        return
    first: dict[str, int] = {}
    for key, value in node.value:
        name = str(key.value)
        at = f"{path}.{name}" if path else name
        if name in first:
            yield at, first[name], key.start_mark.line + 1, key.start_mark.column + 1
        first.setdefault(name, key.start_mark.line + 1)
        yield from _twice(value, at)
