# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of values that SONiC's YANG models know. Each says what is wrong with a value, in libyang's words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

Database = dict[str, dict[str, Any]]


class Kind(Protocol):
    """What a value may be."""

    def problem(self, value: str, database: Database) -> str:
        """What is wrong with ``value``; empty where nothing is."""
        ...


@dataclass(frozen=True)
class Text:
    """Any string."""

    def problem(self, value: str, database: Database) -> str:
        return ""


@dataclass(frozen=True)
class Pattern:
    """A string that a pattern matches whole."""

    pattern: str

    def problem(self, value: str, database: Database) -> str:
        return "" if re.fullmatch(self.pattern, value) else unsatisfied(value, self.pattern)


@dataclass(frozen=True)
class Range:
    """A whole number between two limits."""

    low: int
    high: int

    def problem(self, value: str, database: Database) -> str:
        if not re.fullmatch(r"[-+]?\d+", value):
            return f'Invalid value "{value}" in "number" element.'
        return "" if self.low <= int(value) <= self.high else unsatisfied(value, f"{self.low}..{self.high}")


@dataclass(frozen=True)
class Enum:
    """One of a few words."""

    words: tuple[str, ...]

    def problem(self, value: str, database: Database) -> str:
        return "" if value in self.words else f'Invalid value "{value}" in "{"|".join(self.words)}" element.'


@dataclass(frozen=True)
class Ref:
    """The key of a row of another table."""

    table: str

    def problem(self, value: str, database: Database) -> str:
        if value in database.get(self.table, {}):
            return ""
        path = f"/sonic:{self.table}/{self.table}_LIST/name"
        return f'Leafref "{path}" of value "{value}" points to a non-existing leaf.'


@dataclass(frozen=True)
class Either:
    """A value of one of several kinds."""

    kinds: tuple[Text | Pattern | Range | Enum | Ref, ...]

    def problem(self, value: str, database: Database) -> str:
        problems = [kind.problem(value, database) for kind in self.kinds]
        return "" if "" in problems else problems[0]


@dataclass(frozen=True)
class Several:
    """A list, in the database as a list or with commas."""

    kind: Kind

    def problem(self, value: str, database: Database) -> str:
        return next((told for part in value.split(",") if (told := self.kind.problem(part, database))), "")


def unsatisfied(value: str, constraint: str) -> str:
    """libyang's words for a value outside its type."""
    return f'Value "{value}" does not satisfy the constraint "{constraint}" (range, length, or pattern).'
