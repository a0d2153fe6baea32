# SPDX-License-Identifier: GPL-3.0-or-later
"""Which region of a host is which of a plan: the kernel gives numbers, a plan gives names, the devices tell. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..reconcile import Rows, is_absent
from .resolve import Planned, resolve
from .topology import Region, Topology
from .wish import Refused, Wish, read


def planned(state: str, topology: Topology, want: Rows) -> tuple[dict[str, Planned], str]:
    """The regions of the wished rows, by name, and why they cannot be; of rows that must go, those that are there."""
    going = [name for name, row in want.items() if state == "deleted" or is_absent(row)]
    staying = [read(name, row) for name, row in want.items() if name not in going]
    gone = {name: one for wish in map(_loose, going, map(want.get, going)) for name, one in standing(topology, wish)}
    try:
        return {**gone, **resolve(topology, staying)}, ""
    except Refused as refused:
        kept = {name: one for wish in staying for name, one in standing(topology, wish)}
        return {**gone, **kept}, str(refused)


def standing(topology: Topology, wish: Wish) -> list[tuple[str, Planned]]:
    """What is there of a wish, whether or not it is as wished: nothing is refused here."""
    found = [region for region in topology.regions if region.kind == "ram" and _is_of(topology, region, wish)]
    names = [wish.name] if len(found) == 1 else [f"{wish.name}-{number}" for number in range(1, len(found) + 1)]
    return [(name, _as_planned(name, region)) for name, region in zip(names, found)]


def names(made: Mapping[str, Planned], topology: Topology) -> dict[str, str]:
    """The name of each region that is there: its plan's, else the kernel's."""
    by_members = {frozenset(one.members): name for name, one in made.items()}
    return {region.name: by_members.get(frozenset(region.members), region.name) for region in topology.regions}


def upcoming(topology: Topology, made: Mapping[str, Planned]) -> dict[str, str]:
    """The kernel's name of each region, those to come as it will number them: lowest free number first."""
    there = {region.name for region in topology.regions}
    first = int(topology.upcoming.removeprefix("region") or 0) if topology.upcoming[6:].isdigit() else 0
    numbers = (f"region{number}" for number in range(first, first + 1024) if f"region{number}" not in there)
    return {name: one.there or next(numbers) for name, one in made.items()}


def _loose(name: str, row: Any) -> Wish:
    """A wish of a row that must go, of which only the devices and the size count."""
    return Wish(name, int(row.get("size") or 0), tuple(row.get("members") or ()))


def _is_of(topology: Topology, region: Region, wish: Wish) -> bool:
    if not wish.members:
        return region.size <= wish.size
    named: Sequence[str] = [device.member for member in wish.members if (device := topology.device(member))]
    return bool({*region.members} & {*named, *wish.members})


def _as_planned(name: str, region: Region) -> Planned:
    told = "is there"
    return Planned(
        name, region.decoder, region.members, region.size, region.ways, region.granularity, region.name, told
    )
