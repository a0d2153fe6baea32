# SPDX-License-Identifier: GPL-3.0-or-later
"""How a finding says a row: its place, and what of it was wanted and found. Pure."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..reconcile import Row

NOTHING = "nothing"
PLACES = {  # by subject, where the words of its key alone say too little
    "config_db": "{table}|{key}",
    "nvue": "{path}",
    "route": "{destination} in table {table}",
    "rule": "from {source}",
}
SHORT = 12  # digits of a hash that people compare
_HASH = re.compile(r"[0-9a-f]{64}")
FIELDS = 8  # fields of a row that are told
UNSAID = ("value", "fields")  # fields whose name says nothing beside the place


class Difference(NamedTuple):
    """One field that is not as wanted, in words."""

    field: str
    wanted: str
    found: str


def place(subject: str, key: tuple[str, ...], name: str) -> str:
    """Where a row is, for example ``rail0`` or ``PORT|Ethernet0``."""
    named = dict(zip(key, name.split(" ", len(key) - 1)))
    words = PLACES.get(subject, f"{{{key[0]}}}")
    rest = [f"{field} {value}" for field, value in named.items() if f"{{{field}}}" not in words]
    return " ".join([words.format(**named), *rest])


def at(place: str, field: str) -> str:
    """The place of one field of a row."""
    return f"{place} {field}".rstrip()


def said(value: Any) -> str:
    """A value in words."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict):
        return ", ".join(f"{key}:{said(part)}" for key, part in sorted(value.items())) or "none"
    if isinstance(value, (list, tuple)):
        return " ".join(said(part) for part in value) or "none"
    text = str(value)
    if text != text.strip():
        return f'"{text}"'
    return text[:SHORT] if _HASH.fullmatch(text) else text


def row(fields: Row) -> str:
    """A whole row in words; a file's content only by its size, and of a long map the beginning."""
    parts = [f"{field} {_short(value)}".lstrip() for field, value in flat(fields).items()]
    more = [f"and {len(parts) - FIELDS} more"] if len(parts) > FIELDS + 1 else []
    return ", ".join([*parts[:FIELDS], *more] if more else parts) or "there"


def flat(fields: Row) -> dict[str, Any]:
    """The fields of a row, those of a mapping in it each for itself."""
    found: dict[str, Any] = {}
    for field, value in fields.items():
        name = "" if field in UNSAID else field
        if isinstance(value, dict):
            found.update({f"{name} {key}".strip(): part for key, part in value.items()})
        else:
            found[name] = value
    return found


def differences(wanted: Row, found: Row) -> list[Difference]:
    """The fields that differ between two rows."""
    want, have = flat(wanted), flat(found)
    names = [*want, *(name for name in have if name not in want)]
    return [
        Difference(name, *_both(want.get(name), have.get(name))) for name in names if want.get(name) != have.get(name)
    ]


def _both(wanted: Any, found: Any) -> tuple[str, str]:
    """Of two texts of many lines only the first line that differs."""
    if not any(isinstance(value, str) and "\n" in value for value in (wanted, found)):
        return said(wanted), said(found)
    want, have = str(wanted or "").splitlines(), str(found or "").splitlines()
    line = next((index for index, (one, two) in enumerate(zip(want, have)) if one != two), min(len(want), len(have)))
    return _line(want, line), _line(have, line)


def _line(lines: list[str], index: int) -> str:
    return f"line {index + 1}: {lines[index]}" if index < len(lines) else f"{len(lines)} lines"


def _short(value: Any) -> str:
    return f"{len(value.splitlines())} lines" if isinstance(value, str) and "\n" in value else said(value)
