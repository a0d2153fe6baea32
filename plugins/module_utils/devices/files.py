# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files of a host, for example limits and lists of kernel modules. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Remove, Seen, Write, text_of

NAME = "files"
KEY = ("path",)
BLANK: Row = {}  # no such file
MODE = re.compile(r"0[0-7]{3}")
REMEDY = "it must be a readable file"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Each file by its path."""
    return {path: Read(path=path) for path in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Content and mode of each file that is there."""
    return {path: _row(path, look) for path, look in seen.items() if not look.missing}


def check(name: str, row: Row) -> None:
    """Refuse a path that is not absolute, and content without a mode."""
    if not name.startswith("/"):
        raise ValueError(f"config[{name}].path: not absolute; allowed: a path that starts with /")
    if ("content" in row) != ("mode" in row):
        raise ValueError(f"config[{name}]: content and mode go together; give both")
    if not MODE.fullmatch(row.get("mode", "0644")):
        raise ValueError(f"config[{name}].mode: {row['mode']!r} is not a mode; allowed: four octal digits, as '0644'")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Write each file whole, or remove it."""
    return [_action(change) for change in changes]


def _row(path: str, look: Seen) -> Row:
    return {"content": text_of(path, look, REMEDY), "mode": look.mode}


def _action(change: Change) -> Action:
    if change.after:
        return Write(change.name, change.after["content"], change.after["mode"])
    return Remove(change.name)
