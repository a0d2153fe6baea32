# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with a spec, told to the person who wrote it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where, what was found there, what is allowed and what to do."""

    path: str
    found: str
    allowed: str
    fix: str

    def __str__(self) -> str:
        where = self.path or "the whole file"
        return f"{where}: {self.found}; allowed: {self.allowed}; do: {self.fix}"


class SpecError(ValueError):
    """Everything that is wrong with a spec."""

    def __init__(self, errors: list[Problem]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors


def shown(value: Any) -> str:
    """A value as the spec has it, in YAML's words and never long; what a list or mapping holds is not repeated."""
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    words = {None: "null", True: "true", False: "false"}
    text = words[value] if value is None or isinstance(value, bool) else str(value)
    if isinstance(value, str) and (not value or value != value.strip()):
        text = f"'{value}'"
    return text if len(text) <= 60 else f"{text[:57]}..."


def either(words: Iterable[Any], joined: str = "or") -> str:
    """Choices in a row: ``a, b or c``."""
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} {joined} {last}" if most else last


def nearest(word: Any, known: Iterable[str]) -> str | None:
    """The known word that is probably meant."""
    close = get_close_matches(str(word), [*known], n=1)
    return close[0] if close else None
