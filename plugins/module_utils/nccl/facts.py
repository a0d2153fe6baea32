# SPDX-License-Identifier: GPL-3.0-or-later
"""What the linter knows of the host and its plan; what it does not know, it does not judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .devices import Entry, devices
from .release import NEWEST, Release
from .values import as_nccl_reads


@dataclass(frozen=True)
class Facts:
    """``plan`` are the variables of the plan's nccl.conf, ``classes`` the priority of each DSCP of the plan.

    ``hcas`` and ``ports`` are all that the host has, ``rails`` its ports on the fabric, ``gids`` the index at which
    each HCA has its own RoCE v2 address.
    """

    version: Release = NEWEST
    fabric: str = ""
    plan: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[int, int] = field(default_factory=dict)
    hcas: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    rails: tuple[str, ...] = ()
    gids: Mapping[str, int] = field(default_factory=dict)

    @property
    def dscp(self) -> int | None:
        """The DSCP of RoCE in the plan."""
        byte = as_nccl_reads(self.plan.get("NCCL_IB_TC", ""))
        return None if byte is None else byte >> 2

    @property
    def planned(self) -> dict[str, Entry]:
        """The plan's HCAs by name."""
        return {entry.name: entry for entry in devices(self.plan.get("NCCL_IB_HCA", "")).entries}


def facts_of_plan(document: Mapping[str, Any], **more: Any) -> Facts:
    """What a host's plan file tells; raises ``ValueError`` where it is none or says nothing of NCCL."""
    subjects = _mapping(document.get("subjects"))
    rows = _rows(subjects, "nccl")
    if not rows:
        raise ValueError("plan: no rows of nccl found; allowed: the plan file of a host with GPUs")
    plan = {str(row.get("name")): str(row.get("value", "")) for row in rows}
    maps = [_mapping(row.get("map")) for row in _rows(subjects, "dscp")]
    classes = {int(code): int(priority) for each in maps for code, priority in each.items()}
    rails = tuple(str(_mapping(link).get("port")) for link in _sequence(document.get("links")))
    fabric = "roce" if "NCCL_IB_TC" in plan else "infiniband"
    return Facts(**{"plan": plan, "classes": classes, "rails": rails, "fabric": fabric, **more})


def _rows(subjects: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [_mapping(row) for row in _sequence(_mapping(subjects.get(name)).get("config"))]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else ()
