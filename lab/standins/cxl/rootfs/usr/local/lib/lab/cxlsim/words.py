# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a command line of cxl and daxctl: options with and without values, and names."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field

SUFFIXES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class Stop(Exception):
    """What the tool prints on standard error, and its exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


@dataclass
class Line:
    """``flags`` and ``values`` by their one letter."""

    flags: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    depth: int = 0  # how often -v stands there


def parse(words: list[str], flags: dict[str, str], values: dict[str, str]) -> Line:
    """``flags`` and ``values`` give the letter of each long option."""
    line, waiting = Line(), [*words]
    while waiting:
        word = waiting.pop(0)
        if word.startswith("--"):
            name, _, value = word[2:].partition("=")
            if name in flags:
                line.flags.add(flags[name])
            elif name in values:
                line.values[values[name]] = value or waiting.pop(0)
            else:
                raise Stop(f"  Error: unknown option `{name}'", 129)
        elif word.startswith("-") and len(word) > 1:
            _letters(word[1:], line, {*flags.values()}, {*values.values()}, waiting)
        else:
            line.names.append(word)
    return line


def _letters(letters: str, line: Line, flags: set[str], values: set[str], waiting: list[str]) -> None:
    while letters:
        letter, letters = letters[0], letters[1:]
        if letter == "v":
            line.depth += 1
        elif letter in flags:
            line.flags.add(letter)
        elif letter in values:
            line.values[letter], letters = letters or waiting.pop(0), ""
        else:
            raise Stop(f"  Error: unknown switch `{letter}'", 129)


def size(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMGT]?)", text.upper())
    if not match:
        raise Stop(f"cxl region: parse_create_options: Invalid size: {text}")
    return int(match[1]) * SUFFIXES[match[2]]


def say(text: str) -> None:
    print(text, file=sys.stderr)
