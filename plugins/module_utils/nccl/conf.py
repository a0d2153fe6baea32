# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of an nccl.conf, read exactly as NCCL reads them.

Source: NVIDIA/nccl src/misc/param.cc setEnvFile. A line is a comment only where # is its first letter, is split at
its first =, and nothing is trimmed. The first of two settings wins, and any variable may be set, not only NCCL's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .release import NEWEST, Release

LONGEST = 1023  # bytes NCCL keeps of a name and of a value
PIECE = 4095  # bytes NCCL reads at once; the rest of a longer line is a line of its own to it
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
READS_PIECES: Release = (2, 30, 3)  # and drops a carriage return; older ones read whole lines and keep it


@dataclass(frozen=True)
class Line:
    """One line: its ``number``, what was ``written``, and what NCCL has of it; ``name`` is empty where it has nothing.

    ``again`` is the line that set the same variable before, which then counts; 0 where this one counts.
    """

    number: int
    written: str
    name: str = ""
    value: str = ""
    again: int = 0

    @property
    def is_comment(self) -> bool:
        return self.written.startswith("#")

    @property
    def counts(self) -> bool:
        """Whether NCCL sets something because of it."""
        return bool(self.name) and not self.again


def lines(text: str, version: Release = NEWEST) -> Iterator[Line]:
    """The lines of a file, as that release of NCCL reads them."""
    first: dict[str, int] = {}
    for number, written in enumerate(text.split("\n"), start=1):
        for piece in _pieces(written) if version >= READS_PIECES else [written]:
            line = _line(number, piece, version)
            again = first.get(line.name, 0)
            if line.name:
                first.setdefault(line.name, number)
            yield replace(line, again=again)


def variables(text: str, version: Release = NEWEST) -> dict[str, str]:
    """What NCCL puts into its environment, in the order of the file."""
    return {line.name: line.value for line in lines(text, version) if line.counts}


def cut(text: str, length: int = LONGEST) -> str:
    """The first ``length`` bytes of a text: what NCCL keeps of a name or a value."""
    raw = text.encode("utf-8", "surrogatepass")
    return text if len(raw) <= length else raw[:length].decode("utf-8", "surrogateescape")


def _pieces(written: str) -> Iterator[str]:
    while written:
        piece = cut(written, PIECE)
        yield piece
        written = written[len(piece) :]


def _line(number: int, written: str, version: Release) -> Line:
    """A NUL ends a line for NCCL; a variable without a name cannot be set."""
    seen = written.split("\0")[0]
    if version >= READS_PIECES and seen.endswith("\r"):
        seen = seen[:-1]
    name, equals, value = seen.partition("=")
    if written.startswith("#") or not equals:
        return Line(number, written)
    return Line(number, written, cut(name), cut(value))
