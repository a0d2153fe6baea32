# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold for the memory of a profile."""

from __future__ import annotations

from collections.abc import Iterator

from ..cxl.wish import Refused, read
from .model import Bandwidth
from .problem import Problem

PARTS = ("members", "ways", "granularity", "size", "first")


def use_fits_size(at: str, size: int | None, use: str | None, zone: str | None) -> Iterator[Problem]:
    """Memory is for something, and system RAM lies in a zone that somebody chose."""
    if size is not None and use is None:
        yield Problem(f"{at}.memory.use", "missing", "system_ram or devdax", "say what the memory is for")
    if use is not None and size is None:
        yield Problem(f"{at}.memory.size", "missing", "a size such as 512GiB", "say how much, or leave use out")
    if use == "system_ram" and zone is None:
        allowed = "movable, or normal for memory that is never taken back"
        yield Problem(f"{at}.memory.zone", "missing", allowed, "choose: nothing decides this for you")
    if use != "system_ram" and zone is not None:
        yield Problem(
            f"{at}.memory.zone", f"{zone} found beside use: {use or 'nothing'}", "only with system_ram", "leave it out"
        )


def size_fits_ways(
    at: str,
    size: int | None,
    members: tuple[str, ...],
    ways: int | None,
    granularity: int | None,
    first: str,
) -> Iterator[Problem]:
    """The wish is one that some host could fulfil."""
    if size is None:
        for key, value in (("members", members), ("ways", ways), ("granularity", granularity)):
            if value:
                yield Problem(f"{at}.memory.{key}", "found without size", "only with size", "add size, or leave it out")
        return
    try:
        read("memory", dict(zip(PARTS, (members, ways, granularity, size, first))))
    except Refused as refused:
        path, _, told = str(refused).partition(": ")
        found, _, allowed = told.partition("; allowed: ")
        yield Problem(f"{at}.memory.{path.rpartition('.')[2]}", found, allowed, "change it to fit")


def bandwidth_fits_weights(at: str, weights: str, bandwidth: Bandwidth | None) -> Iterator[Problem]:
    """Declared weights need what is declared."""
    if weights == "declared" and bandwidth is None:
        yield Problem(
            f"{at}.memory.bandwidth", "missing", "near and far, MB/s", "measure it, or take weights: reported"
        )
    if weights != "declared" and bandwidth is not None:
        yield Problem(
            f"{at}.memory.bandwidth", f"found beside weights: {weights}", "only with declared", "take weights: declared"
        )
