# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of values that NCCL's variables have, and what NCCL reads in a value that is none of them.

Source: NCCL 2.23 to 2.30, src/misc/param.cc, ncclLoadParam: strtoll with base 0, and whatever follows is not looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Protocol

NUMBER = re.compile(r"[ \t\n\v\f\r]*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
LARGEST = 2**63 - 1  # strtoll fails beyond, and NCCL takes its default
LEVELS = ("LOC", "NVL", "PIX", "PXB", "PHB", "SYS")  # src/graph/topo.h, from near to far


class Kind(Protocol):
    @property
    def allowed(self) -> str:
        """What may stand there, in words."""
        ...

    def wrong(self, value: str) -> str:
        """What NCCL makes of a value that is not allowed; empty where it is."""
        ...


def as_nccl_reads(value: str) -> int | None:
    """The number that NCCL reads in a value; None where it takes its default: empty, or too large for 64 bits."""
    found = NUMBER.match(value)
    if not value:
        return None
    if not found:
        return 0
    sign, digits = found.groups()
    base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" else 10
    number = int(digits, base)
    if number > LARGEST:
        return None
    return -number if sign == "-" else number


@dataclass(frozen=True)
class Number:
    """A whole number; ``most`` None has no upper end."""

    least: int
    most: int | None = None

    @property
    def allowed(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"

    def wrong(self, value: str) -> str:
        number = as_nccl_reads(value)
        if number is None:
            return "NCCL takes its default"
        if re.fullmatch(r"[+-]?0[0-9]+", value.strip()):
            return f"NCCL reads {number}: a leading 0 means octal"
        if not re.fullmatch(r"[+-]?(0[xX][0-9a-fA-F]+|[0-9]+)", value):
            return f"NCCL reads {number}"
        low = number < self.least
        return "out of range" if low or (self.most is not None and number > self.most) else ""


FLAG = Number(0, 1)


@dataclass(frozen=True)
class Words:
    """One of some words; ``exact`` where NCCL compares them letter by letter."""

    options: tuple[str, ...]
    exact: bool = True

    @property
    def allowed(self) -> str:
        return ", ".join(self.options)

    def wrong(self, value: str) -> str:
        known = value in self.options if self.exact else value.upper() in [word.upper() for word in self.options]
        return "" if known else "NCCL does not know it"


@dataclass(frozen=True)
class Level:
    """A distance in the PCI topology; its numbers are of old, and what they mean has changed."""

    allowed: str = ", ".join(LEVELS)

    def wrong(self, value: str) -> str:
        if value in LEVELS:
            return ""
        numeric = re.fullmatch(r"[0-9]+", value)
        return "what the numbers mean depends on the release" if numeric else "NCCL does not know it"


@dataclass(frozen=True)
class Network:
    """A range of addresses; NCCL leaves one it cannot read out, without a word."""

    allowed: str = "address and prefix length, such as 10.64.0.0/24"

    def wrong(self, value: str) -> str:
        try:
            ip_network(value, strict=False)
        except ValueError:
            return "NCCL ignores it"
        return "" if "/" in value else "NCCL ignores it"


@dataclass(frozen=True)
class File:
    """The path of a file."""

    allowed: str = "an absolute path; ~ is not expanded"

    def wrong(self, value: str) -> str:
        return "there is no folder called ~" if value.startswith("~") else ""


@dataclass(frozen=True)
class Text:
    """What NCCL takes as it stands, or what has rules of its own elsewhere."""

    allowed: str = "any text"

    def wrong(self, value: str) -> str:
        return ""
