# SPDX-License-Identifier: GPL-3.0-or-later
"""A wish for CXL memory on one host, as a row of a plan has it, and what is wrong with it on any host. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Linux drivers/cxl/core/region.c and cxl.h: what the hardware decoders can do.
WAYS = (1, 2, 3, 4, 6, 8, 12, 16)
GRANULARITIES = tuple(256 << power for power in range(7))  # bytes
STEP = 256 << 20  # bytes for each way: the size of a region is a multiple
GRANULARITY = 256  # bytes, where neither the wish nor the root decoder says one
LATENCY, BANDWIDTH = "latency", "bandwidth"
FIRST = (LATENCY, BANDWIDTH)
MEMBER = re.compile(r"0x[0-9a-f]{1,16}|[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")


class Refused(ValueError):
    """A wish that this host cannot fulfil: where, what was found, what is allowed and what to do."""


@dataclass(frozen=True)
class Wish:
    """``size`` in bytes in all; ``ways`` and ``granularity`` None where the host's topology decides."""

    name: str
    size: int
    members: tuple[str, ...] = ()
    ways: int | None = None
    granularity: int | None = None
    first: str = LATENCY

    @property
    def at(self) -> str:
        """Where a message says it stands."""
        return f"config[{self.name}]"


def read(name: str, row: Mapping[str, Any]) -> Wish:
    """The wish in a row; raises ``Refused`` for one that no host could fulfil."""
    wish = Wish(
        name,
        int(row.get("size") or 0),
        tuple(row.get("members") or ()),
        row.get("ways"),
        row.get("granularity"),
        row.get("first") or LATENCY,
    )
    for problem in _problems(wish):
        raise Refused(f"{wish.at}.{problem}")
    return wish


def _problems(wish: Wish) -> list[str]:
    """What is wrong with a wish by itself."""
    return [*_members(wish), *_numbers(wish)]


def _members(wish: Wish) -> list[str]:
    wrong = [member for member in wish.members if not MEMBER.fullmatch(member)]
    twice = [member for index, member in enumerate(wish.members) if member in wish.members[:index]]
    told = [f"members: {member} found; allowed: a serial as 0xc0ffee00 or a PCI address" for member in wrong]
    told += [f"members: {member} found twice; allowed: each device once" for member in twice]
    if wish.members and wish.ways and wish.ways != len(wish.members):
        told.append(f"ways: {wish.ways} found for {len(wish.members)} members; allowed: {len(wish.members)}")
    return told


def _numbers(wish: Wish) -> list[str]:
    told = []
    step = STEP * (wish.ways or 1)
    if wish.size <= 0 or wish.size % step:
        told.append(f"size: {wish.size} bytes found; allowed: a multiple of {step}, which is 256 MiB for each way")
    if wish.ways is not None and wish.ways not in WAYS:
        told.append(f"ways: {wish.ways} found; allowed: {', '.join(map(str, WAYS))}")
    if wish.granularity is not None and wish.granularity not in GRANULARITIES:
        told.append(f"granularity: {wish.granularity} found; allowed: {', '.join(map(str, GRANULARITIES))}")
    if wish.first not in FIRST:
        told.append(f"first: {wish.first} found; allowed: {' or '.join(FIRST)}")
    return told
