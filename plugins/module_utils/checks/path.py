# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a packet between two hosts: host, leaf, a spine where the leaves differ, leaf, host. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from .cluster import Cluster, End, Link


@dataclass(frozen=True)
class Path:
    """The ends a packet crosses in order; between two leaves any of ``spines`` may carry it."""

    ends: tuple[End, ...]
    spines: tuple[str, ...] = ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every host and switch on the way, but for the spines, of which one is enough."""
        return tuple(dict.fromkeys(end.host for end in self.ends))

    def __str__(self) -> str:
        """The ports in words, for example ``compute-1 rail0, leaf-1 Ethernet0, ...``."""
        half = len(self.ends) // 2
        through = [" or ".join(self.spines)] if self.spines else []
        return ", ".join([*map(str, self.ends[:half]), *through, *map(str, self.ends[half:])])


@dataclass(frozen=True)
class Paths:
    """The paths of a cluster by the addresses at their ends."""

    cluster: Cluster

    def between(self, source: str, destination: str) -> Path | None:
        """The path from a host's address to a host's or its own leaf's; None where the plans have no such address."""
        first, last = self._by_address.get(source), self._by_address.get(destination)
        if first is not None and _bare(first.far) == destination:
            return Path(first.ends)
        if first is None or last is None:
            return None
        spines = () if first.far.host == last.far.host else self._between(first.far.host, last.far.host)
        return Path((first.near, first.far, last.far, last.near), spines)

    @cached_property
    def _by_address(self) -> Mapping[str, Link]:
        links = [link for link in self.cluster.links if link.near.address and not link.near.switch]
        return {_bare(link.near): link for link in links}

    def _between(self, leaf: str, other: str) -> tuple[str, ...]:
        return tuple(spine for spine in self._spines.get(leaf, {}) if spine in self._spines.get(other, {}))

    @cached_property
    def _spines(self) -> Mapping[str, Mapping[str, None]]:
        """The spines of each leaf, in order."""
        found: dict[str, dict[str, None]] = {}
        for link in self.cluster.links:
            if link.near.switch and link.far.switch:
                found.setdefault(link.near.host, {})[link.far.host] = None
                found.setdefault(link.far.host, {})[link.near.host] = None
        return found


def _bare(end: End) -> str:
    return (end.address or "").partition("/")[0]
