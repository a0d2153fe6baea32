# SPDX-License-Identifier: GPL-3.0-or-later
"""A host's CXL memory as the plan has it: the wish. Which devices and decoders it takes, the host's topology decides.

So the rows name devices only where the spec or the pool's record does; the code that applies them resolves the rest
with the topology that it reads, see cxl/resolve.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ..spec.kinds import size_text
from ..spec.model import Memory
from .model import Row, Subject, subject
from .why import Why, reason

NAME = "memory"
SPEC = "cluster.yml"
BY_PLAN = "by_plan"
ONLINE = {"movable": "online_movable", "normal": "online_kernel"}


class Share(Protocol):
    """What a pool gives to a host: a device's serial as 0xc0ffee00, empty where it is not known yet, and bytes."""

    @property
    def serial(self) -> str: ...

    @property
    def size(self) -> int: ...


def subjects(memory: Memory | None, shares: Sequence[Share] = ()) -> dict[str, Subject]:
    """The subjects of one host's memory; ``shares`` stand in place of what the host would choose itself."""
    if memory is None:
        return {}
    rows = _rows(memory, shares)
    return {
        "memory_policy": subject(_policies(memory, bool(rows)), state="merged"),
        "cxl_region": subject(rows, state="merged"),
        "cxl_memory": subject([{**row, **_use(memory)} for row in rows], state="merged", policy=_policy(memory)),
        "cxl_health": {"config": [], **({"media": True} if memory.watch else {})} if rows else {},
        "memory_node": {"state": "merged", "config": _weights(memory)} if rows else {},
        "hugepages": subject(
            [{"size": one.size, "count": one.count} for one in memory.hugepages or ()], state="merged"
        ),
    }


def units(memory: Memory | None) -> list[Row]:
    """What watches for errors of the memory."""
    watched = memory is not None and memory.size is not None and memory.watch
    return [{"name": "rasdaemon.service", "enabled": True, "running": True}] if watched else []


def reasons(memory: Memory | None) -> list[Row]:
    """Why the numbers of the memory are so."""
    if memory is None or memory.size is None:
        return []
    first = {
        "latency": "profiles.*.memory.first: each device a region of its own, the nearest first",
        "bandwidth": "profiles.*.memory.first: one region over as many devices as the rules allow",
    }[memory.first]
    return [
        reason("memory", size_text(memory.size), Why("profiles.*.memory.size", {}, SPEC)),
        reason("ways", str(memory.ways or "the host's topology decides"), Why(first, {}, SPEC)),
        reason("online policy", _policy(memory), Why("profiles.*.memory.online", {"zone": memory.zone}, SPEC)),
    ]


def _rows(memory: Memory, shares: Sequence[Share]) -> list[Row]:
    """One row for all that is wished; a pool's shares name its devices."""
    size = sum(share.size for share in shares) or memory.size
    if size is None:
        return []
    serials = tuple(share.serial for share in shares)
    shape = {"first": memory.first, "ways": memory.ways, "granularity": memory.granularity}
    return [_row(size, serials if serials and all(serials) else memory.members, shape)]


def _row(size: int, members: tuple[str, ...], shape: Mapping[str, Any]) -> Row:
    told = {field: value for field, value in shape.items() if value is not None}
    return {"name": NAME, **({"members": [*members]} if members else {}), "size": size, **told}


def _use(memory: Memory) -> Row:
    return {"use": memory.use, **({"zone": memory.zone} if memory.zone else {})}


def _policy(memory: Memory) -> str:
    """What the kernel does with memory that comes; what is only for programs it never takes."""
    return "offline" if memory.online == BY_PLAN or memory.zone is None else ONLINE[memory.zone]


def _policies(memory: Memory, has_rows: bool) -> list[Row]:
    found = {"auto_online_blocks": _policy(memory)} if has_rows else {}
    tiering = {"demotion_enabled": "true", "numa_balancing": "2"} if memory.tiering else {}
    return [{"name": name, "value": value} for name, value in {**found, **tiering}.items()]


def _weights(memory: Memory) -> list[Row]:
    if memory.weights == "none":
        return []
    if memory.bandwidth is None:
        return [{"node": "near"}, {"node": "far"}]
    return [{"node": "near", "bandwidth": memory.bandwidth.near}, {"node": "far", "bandwidth": memory.bandwidth.far}]
