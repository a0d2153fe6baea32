# SPDX-License-Identifier: GPL-3.0-or-later
"""The hardware of each guest, as a cluster's hardware.yml says it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from lab.vm.cxl import TOPOLOGIES


@dataclass(frozen=True)
class Hardware:
    """One guest. ``memory``, ``slow_memory`` and each of ``nvme`` in MiB; ``cxl`` names a topology of cxl.py, or none.

    ``slow_memory`` is a NUMA node without a processor, whose latency and bandwidth the firmware tells in an HMAT.
    """

    memory: int = 1024
    cpus: int = 1
    cxl: str = "one_bridge"
    slow_memory: int = 0
    nvme: tuple[int, ...] = ()


def read_hardware(document: Any, where: str) -> dict[str, Hardware]:
    """The guests by name; raises ``ValueError`` that says which entry is wrong."""
    if not isinstance(document, Mapping):
        raise ValueError(f"{where}: {document!r}; allowed: a mapping from a host's name to its hardware")
    return {name: _one(entry or {}, f"{where}: {name}") for name, entry in document.items()}


def _one(entry: Any, where: str) -> Hardware:
    known = [field.name for field in fields(Hardware)]
    if not isinstance(entry, Mapping) or not set(entry) <= set(known):
        raise ValueError(f"{where}: {entry!r}; allowed: a mapping with {', '.join(known)}")
    if entry.get("cxl", "none") not in TOPOLOGIES:
        raise ValueError(f"{where}.cxl: {entry['cxl']!r}; allowed: {', '.join(TOPOLOGIES)}")
    wrong = [key for key in ("memory", "cpus", "slow_memory") if not _is_count(entry.get(key, 1))]
    if wrong or not all(map(_is_count, entry.get("nvme", []))):
        raise ValueError(f"{where}.{(wrong or ['nvme'])[0]}: allowed: whole numbers from 1, in MiB but for cpus")
    return Hardware(**{**entry, "nvme": tuple(entry.get("nvme", ()))})


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
