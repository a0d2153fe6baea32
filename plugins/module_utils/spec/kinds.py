# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of single values a spec may hold: what each allows, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from ipaddress import IPv4Network
from typing import Any, Protocol

from .problem import either, nearest, shown


class Wrong(ValueError):
    """A value that its kind does not allow: what was found, and what to do."""

    def __init__(self, found: str, fix: str) -> None:
        super().__init__(found)
        self.found, self.fix = found, fix


class Kind(Protocol):
    @property
    def allowed(self) -> str:
        """What may stand there, in words."""
        ...

    def read(self, value: Any) -> Any:
        """The value as the program uses it; raises ``Wrong``."""
        ...


@dataclass(frozen=True)
class Whole:
    least: int
    most: int
    unit: str = ""

    @property
    def allowed(self) -> str:
        if self.least == self.most:
            return str(self.least)
        return f"a whole number from {self.least} to {self.most}{self.unit and f' {self.unit}'}"

    def read(self, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _no_number(value, "a whole number")
        if not self.least <= value <= self.most:
            raise Wrong(f"{value} found", "write a number in that range")
        return value


@dataclass(frozen=True)
class Number:
    least: int
    most: int

    @property
    def allowed(self) -> str:
        return f"a number from {self.least} to {self.most}"

    def read(self, value: Any) -> Fraction:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise _no_number(value, "a number")
        if not self.least <= value <= self.most:
            raise Wrong(f"{value} found", "write a number in that range")
        return Fraction(str(value))


@dataclass(frozen=True)
class Choice:
    """One of some words; ``options`` gives the value that each stands for."""

    options: Mapping[str, Any]

    @property
    def allowed(self) -> str:
        return either(self.options)

    def read(self, value: Any) -> Any:
        if isinstance(value, str) and value in self.options:
            return self.options[value]
        meant = nearest(value, self.options)
        raise Wrong(f"{shown(value)} found", f"write {meant or self.allowed}")


def words(*options: str) -> Choice:
    """A choice of words that stand for themselves."""
    return Choice({option: option for option in options})


@dataclass(frozen=True)
class Text:
    pattern: str
    allowed: str

    def read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise _no_text(value)
        if not re.fullmatch(self.pattern, value):
            raise Wrong(f"{shown(value)} found", "change it to fit")
        return value


@dataclass(frozen=True)
class Flag:
    allowed: str = "true or false"

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise Wrong(_with_type(value), "write true or false, without quotes")
        return value


@dataclass(frozen=True)
class Subnet:
    allowed: str = "an IPv4 subnet such as 10.64.0.0/24"

    def read(self, value: Any) -> IPv4Network:
        if not isinstance(value, str) or "/" not in value:
            raise Wrong(f"{shown(value)} found", "write address and prefix length, such as 10.64.0.0/24")
        try:
            loose = IPv4Network(value, strict=False)
        except ValueError:
            raise Wrong(f"{shown(value)} found", "write address and prefix length, such as 10.64.0.0/24") from None
        if str(loose) != value:
            raise Wrong(f"{shown(value)} found, which is an address inside {loose}", f"write {loose}")
        return loose


def _no_number(value: Any, wanted: str) -> Wrong:
    quoted = isinstance(value, str) and re.fullmatch(r"[0-9.]+", value)
    return Wrong(_with_type(value), f"write {value} without quotes" if quoted else f"write {wanted}")


def _no_text(value: Any) -> Wrong:
    plain = isinstance(value, (int, float, bool))
    return Wrong(_with_type(value), f'quote it if it is meant: "{shown(value)}"' if plain else "write one word")


def _with_type(value: Any) -> str:
    """A value and, where it does not show, its type."""
    return f"{shown(value)} found" if isinstance(value, (dict, list)) else f"{shown(value)} ({_type(value)}) found"


def _type(value: Any) -> str:
    """The word for a value's type that a person who writes YAML knows."""
    named = {bool: "a yes or no", str: "text", type(None): "nothing"}
    return named.get(type(value), "a number" if isinstance(value, (int, float)) else type(value).__name__)
