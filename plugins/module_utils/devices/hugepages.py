# SPDX-License-Identifier: GPL-3.0-or-later
"""Huge pages that are kept ready, by their size. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Put, Read, Seen, Unreadable, text_of

NAME = "hugepages"
KEY = ("size",)
BLANK: Row = {"count": 0}
SIZES = {"2MiB": 2048, "1GiB": 1048576}  # kB, as the kernel names the folders (admin-guide/mm/hugetlbpage.rst)
REMEDY = "the kernel must offer huge pages of that size; look at /sys/kernel/mm/hugepages"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """How many there are of each size."""
    return {size: Read(path=_file(size)) for size in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The number of pages of each size that the kernel has."""
    return {size: {"count": _count(size, look)} for size, look in seen.items() if not look.missing}


def check(name: str, row: Row) -> None:
    """Refuse a size that no kernel of ours has."""
    if name not in SIZES:
        raise ValueError(f"config[{name}].size: not known; allowed: {', '.join(SIZES)}")
    if row.get("count", 0) < 0:
        raise ValueError(f"config[{name}].count: {row['count']} found; allowed: 0 or more")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Write each number; the kernel takes as many as it finds, and reading back tells."""
    return [Put(_file(change.name), str(change.after["count"])) for change in changes]


def _file(size: str) -> str:
    return f"/sys/kernel/mm/hugepages/hugepages-{SIZES.get(size, 0)}kB/nr_hugepages"


def _count(size: str, look: Seen) -> int:
    text = text_of(f"hugepages {size}", look, REMEDY).strip()
    if not text.isdecimal():
        raise Unreadable(f"hugepages {size}: {text[:40]!r} is no number; {REMEDY}")
    return int(text)
