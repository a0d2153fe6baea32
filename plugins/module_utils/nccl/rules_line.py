# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with a line of nccl.conf: the writer meant one thing and NCCL reads another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .conf import LONGEST, READS_PIECES, Line
from .finding import Finding, Setting, finding
from .release import Release

SHELL = re.compile(r"\s*(export|set|setenv|declare -x)\s")
BLANKS = " \t\v\f"


def line_findings(line: Line, place: str, version: Release) -> Iterator[Finding]:
    """The findings about one line as it is written."""
    if not line.written.strip() or line.is_comment:
        return
    as_written = Setting(place, line.number, line.name.strip(), line.value)
    told = Setting(place, line.number, as_written.name, as_written.value) if line.name else None
    if told is None:
        yield _nothing(line, place)
        return
    yield from _name(line, told)
    yield from _value(line, told, version)
    if line.again:
        yield finding("set-twice", told, "once", f"line {line.again} sets it already")


def _nothing(line: Line, place: str) -> Finding:
    setting = Setting(place, line.number, "", line.written)
    return finding("no-equals", setting, "NAME=VALUE, or # in the first column")


def _name(line: Line, told: Setting) -> Iterator[Finding]:
    clean = f"{told.name}={line.value.strip()}"
    if SHELL.match(line.name + " "):
        yield finding("shell-words", told, re.sub(SHELL, "", clean), f"{line.name!r} is set")
    elif line.name.lstrip().startswith("#"):
        yield finding("indented", told, "# in the first column", f"the variable {line.name!r} is set")
    elif line.name[:1] in BLANKS:
        yield finding("indented", told, clean, f"the variable {line.name!r} is set")
    elif line.name != line.name.rstrip():
        yield finding("blanks-at-equals", told, clean, f"the variable {line.name!r} is set")
    elif line.value[:1] and line.value[:1] in BLANKS:
        yield finding("blanks-at-equals", told, clean, f"its value is {line.value!r}")


def _value(line: Line, told: Setting, version: Release) -> Iterator[Finding]:
    value, clean = line.value, f"{told.name}={told.value.strip()}"
    if re.search(r"\s#", value):
        yield finding(
            "comment-in-value", told, f"{told.name}={value.partition('#')[0].strip()}", f"its value is {value!r}"
        )
    elif value.rstrip("\r") != value.rstrip("\r").rstrip():
        yield finding("blanks-at-end", told, clean, f"its value is {value!r}")
    elif len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        yield finding("quotes", told, f"{told.name}={value[1:-1]}")
    if line.written.endswith("\r") and version < READS_PIECES:
        yield finding("carriage-return", told, "a line feed alone at its end")
    if len(line.written.encode("utf-8", "surrogatepass")) > LONGEST and _is_cut(line):
        yield finding("too-long", told, f"{LONGEST} bytes")


def _is_cut(line: Line) -> bool:
    """Whether NCCL has less than what stands in the line."""
    name, _, value = line.written.rstrip("\r").partition("=")
    return name != line.name or value != line.value
