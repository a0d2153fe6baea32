# SPDX-License-Identifier: GPL-3.0-or-later
"""NCCL's settings of a host, read exactly as NCCL reads them, so that a line it misreads is seen. Pure.

How that is stands in nccl/conf.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..nccl.conf import LONGEST, VARIABLE, Line, lines
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Remove, Seen, Write, text_of

NAME = "nccl"
KEY = ("name",)
BLANK: Row = {}  # not set
PATH = "/etc/nccl.conf"
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
    for line in lines(text_of(options.get("path", PATH), seen["nccl"], REMEDY)):
        if line.written.strip() and not line.is_comment:
            name, row = _setting(line)
            again = {"odd": f"set again in line {line.number}, which NCCL ignores"}
            rows[name] = row if name not in rows else {**rows[name], **again}
    return rows


def check(name: str, row: Row) -> None:
    """Refuse what NCCL would read otherwise than it is written."""
    if not VARIABLE.fullmatch(name):
        raise ValueError(f"config[{name}].name: no variable; allowed: letters, digits and _, as NCCL_IB_TC")
    value = row.get("value", "")
    if "\n" in value or "\r" in value or value != value.strip():
        raise ValueError(f"config[{name}].value: {value!r}; allowed: one line without blanks at its ends")
    if len(value) > LONGEST:
        raise ValueError(f"config[{name}].value: {len(value)} characters; allowed: {LONGEST}, NCCL cuts the rest")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """The file whole, sorted; no file where nothing is set."""
    path = options.get("path", PATH)
    lines = [f"{name}={row['value']}\n" for name, row in sorted(after.items()) if row]
    if not changes:
        return []
    return [Write(path, HEADER + "".join(lines)) if lines else Remove(path)]


def _setting(line: Line) -> tuple[str, Row]:
    name = line.name or line.written.partition("=")[0]
    odd = next(_odd(line, name), "")
    return name, {"value": line.value, **({"odd": odd} if odd else {})}


def _odd(line: Line, name: str) -> Iterator[str]:
    if "=" not in line.written:
        yield "no =, NCCL ignores the line"
    if not VARIABLE.fullmatch(name):
        yield "no variable's name, NCCL trims nothing"
    if len(line.written) > len(f"{name}={line.value}") + line.written.endswith("\r"):
        yield "too long, NCCL cuts it"
    if line.value != line.value.strip():
        yield "blanks at the value's ends, NCCL trims nothing"
    if line.written.endswith("\r"):
        yield "ends in a carriage return, which older NCCL keeps"
