# SPDX-License-Identifier: GPL-3.0-or-later
"""What checks judge: the plans of all hosts beside what was seen on them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..devices.registry import LOOKS, SUBJECTS
from ..reconcile import Row, Rows, rows_by
from ..subject import Subject

Plans = Mapping[str, Mapping[str, Any]]  # by host: a plan file
Looks = Mapping[str, Mapping[str, Any]]  # by host: reachable, error (of the whole look), subjects
SWITCHES = ("leaf", "spine")
HANDED_OVER = "switch_text"  # the subject of a switch that no program reads or sets


def known(name: str) -> Subject:
    """The subject of that name."""
    return SUBJECTS.get(name) or LOOKS[name]


@dataclass(frozen=True)
class End:
    """One end of a link as planned; ``mtu`` in bytes, ``address`` with its prefix."""

    host: str
    port: str
    address: str | None
    mtu: int | None
    switch: bool

    def __str__(self) -> str:
        return f"{self.host} {self.port}"


@dataclass(frozen=True)
class Link:
    """A link as planned: the host's end first, then the switch's; ``speed`` in Mb/s."""

    near: End
    far: End
    rail: int | None
    speed: int

    @property
    def ends(self) -> tuple[End, End]:
        """Both ends, the near one first."""
        return self.near, self.far


@dataclass(frozen=True)
class Cluster:
    """``plans`` decides which hosts there are and in which order they are told."""

    plans: Plans
    looks: Looks

    @cached_property
    def blind(self) -> dict[str, str]:
        """The hosts of which nothing was seen, each with the reason."""
        reasons = {host: self._reason(host) for host in self.plans}
        return {host: reason for host, reason in reasons.items() if reason}

    @cached_property
    def down(self) -> frozenset[str]:
        """The hosts that do not answer."""
        return frozenset(host for host, look in self.looks.items() if not look.get("reachable", True))

    @cached_property
    def links(self) -> list[Link]:
        """Every planned link once."""
        found = {frozenset((str(link.near), str(link.far))): link for link in reversed([*self._links()])}
        return [*reversed(found.values())]

    def planned(self, host: str, subject: str) -> Mapping[str, Any] | None:
        """What the plan of ``host`` says of ``subject``; None where it has no such subject."""
        return self.plans[host].get("subjects", {}).get(subject) if host in self.plans else None

    def config(self, host: str, subject: str) -> list[Row]:
        """The planned rows."""
        return [*((self.planned(host, subject) or {}).get("config") or [])]

    def seen(self, host: str, subject: str) -> Mapping[str, Any] | None:
        """What was seen of ``subject``; None where it was not looked at or could not be read."""
        seen = self.looks.get(host, {}).get("subjects", {}).get(subject)
        return None if seen is None or seen.get("error") or host in self.blind else seen

    def have(self, host: str, subject: str) -> list[Row]:
        """The rows as they were seen."""
        return [*((self.seen(host, subject) or {}).get("have") or [])]

    def row(self, host: str, subject: str, *key: str) -> Row | None:
        """The seen row of that name, without the fields that name it."""
        return self.rows(host, subject).get(" ".join(key))

    def rows(self, host: str, subject: str) -> Rows:
        """The seen rows by name."""
        if (host, subject) not in self._read:
            self._read[host, subject] = rows_by(known(subject).KEY, self.have(host, subject))
        return self._read[host, subject]

    @cached_property
    def _read(self) -> dict[tuple[str, str], Rows]:
        return {}

    def _reason(self, host: str) -> str:
        look = self.looks.get(host)
        if look is None:
            return _unasked(self.plans[host].get("subjects", {}))
        if host in self.down:
            return f"{host} is down"
        return f"the look at {host} failed" if look.get("error") else ""

    def _links(self) -> Iterator[Link]:
        for host, plan in self.plans.items():
            for link in plan.get("links", []):
                peer = link["peer"]
                near = self._end(host, link["port"], link)
                far = self._end(peer["host"], peer["port"], self._mirrored(peer) or peer)
                yield Link(near, far, link.get("rail"), link["speed"])

    def _end(self, host: str, port: str, told: Mapping[str, Any]) -> End:
        switch = self.plans.get(host, {}).get("role") in SWITCHES
        return End(host, port, told.get("address"), told.get("mtu"), switch)

    def _mirrored(self, peer: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return self._ports.get((peer["host"], peer["port"]))

    @cached_property
    def _ports(self) -> dict[tuple[str, str], Mapping[str, Any]]:
        return {(host, link["port"]): link for host, plan in self.plans.items() for link in plan.get("links", [])}


def _unasked(subjects: Mapping[str, Any]) -> str:
    """Why a host was not looked at."""
    if not subjects:
        return "no plan tells what to look at"
    handed_over = {*subjects} == {HANDED_OVER}
    return "handed over as text, not read" if handed_over else "not looked at in this run"
