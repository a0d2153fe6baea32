# SPDX-License-Identifier: GPL-3.0-or-later
"""NCCL's settings of a host, read exactly as NCCL reads them, so that a line it misreads is seen. Pure.

Source: NVIDIA/nccl src/misc/param.cc: a comment only where # is the first letter, split at the first =, nothing
trimmed, the first of two settings wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Remove, Seen, Write, text_of

NAME = "nccl"
KEY = ("name",)
BLANK: Row = {}  # not set
PATH = "/etc/nccl.conf"
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LONGEST_LINE, LONGEST_VALUE = 4095, 1023  # bytes NCCL keeps
HEADER = "# Written by disagg from the cluster's plan; changes are overwritten.\n"
REMEDY = "it must be a readable file"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The whole file."""
    return {"nccl": Read(path=options.get("path", PATH))}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The settings by name; ``odd`` says why a line does not do what its writer meant."""
    if seen["nccl"].missing:
        return {}
    rows: Rows = {}
    for number, line in enumerate(text_of(options.get("path", PATH), seen["nccl"], REMEDY).split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            name, row = _setting(line)
            rows[name] = (
                row if name not in rows else {**rows[name], "odd": f"set again in line {number}, which NCCL ignores"}
            )
    return rows


def check(name: str, row: Row) -> None:
    """Refuse what NCCL would read otherwise than it is written."""
    if not VARIABLE.fullmatch(name):
        raise ValueError(f"config[{name}].name: no variable; allowed: letters, digits and _, as NCCL_IB_TC")
    value = row.get("value", "")
    if "\n" in value or "\r" in value or value != value.strip():
        raise ValueError(f"config[{name}].value: {value!r}; allowed: one line without blanks at its ends")
    if len(value) > LONGEST_VALUE:
        raise ValueError(f"config[{name}].value: {len(value)} characters; allowed: {LONGEST_VALUE}, NCCL cuts the rest")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """The file whole, sorted; no file where nothing is set."""
    path = options.get("path", PATH)
    lines = [f"{name}={row['value']}\n" for name, row in sorted(after.items()) if row]
    if not changes:
        return []
    return [Write(path, HEADER + "".join(lines)) if lines else Remove(path)]


def _setting(line: str) -> tuple[str, Row]:
    name, equals, value = line.rstrip("\r").partition("=")
    odd = next(_odd(line, name, equals, value), "")
    return name, {"value": value[:LONGEST_VALUE], **({"odd": odd} if odd else {})}


def _odd(line: str, name: str, equals: str, value: str) -> Iterator[str]:
    if not equals:
        yield "no =, NCCL ignores the line"
    if not VARIABLE.fullmatch(name):
        yield "no variable's name, NCCL trims nothing"
    if len(line) > LONGEST_LINE or len(value) > LONGEST_VALUE:
        yield "too long, NCCL cuts it"
    if value != value.strip():
        yield "blanks at the value's ends, NCCL trims nothing"
    if line.endswith("\r"):
        yield "ends in a carriage return, which older NCCL keeps"
