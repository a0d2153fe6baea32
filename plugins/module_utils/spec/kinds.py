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
    """One of some words or numbers; ``options`` gives the value that each stands for."""

    options: Mapping[Any, Any]

    @property
    def allowed(self) -> str:
        return either(self.options)

    def read(self, value: Any) -> Any:
        if isinstance(value, (str, int)) and not isinstance(value, bool) and value in self.options:
            return self.options[value]
        meant = nearest(value, map(str, self.options))
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


UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}  # IEC 80000-13


@dataclass(frozen=True)
class Size:
    """An amount of memory, read in bytes."""

    allowed: str = "a size such as 512GiB: a whole number above 0 and KiB, MiB, GiB or TiB"

    def read(self, value: Any) -> int:
        if not isinstance(value, str):
            raise Wrong(
                _with_type(value), f"write {value}GiB, or what is meant" if isinstance(value, int) else "write a size"
            )
        match = re.fullmatch(r"([1-9][0-9]{0,6}) ?([KMGT]iB)", value)
        if not match:
            near = re.fullmatch(r"([1-9][0-9]{0,6}) ?([KMGT])B?", value, re.IGNORECASE)
            raise Wrong(f"{shown(value)} found", f"write {near[1]}{near[2].upper()}iB" if near else "write a size")
        return int(match[1]) * UNITS[match[2]]


def size_text(size: int) -> str:
    """Bytes as ``Size`` reads them, in the largest unit that keeps them whole."""
    for unit, factor in reversed(UNITS.items()):
        if size and size % factor == 0:
            return f"{size // factor}{unit}"
    return f"{size} bytes"


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
