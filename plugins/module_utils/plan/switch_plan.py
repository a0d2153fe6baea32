# SPDX-License-Identifier: GPL-3.0-or-later
"""All lossless numbers of one switch from one intent: headroom, pools, marking; what is wrong and why it is so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .buffers import alpha, pool_problem, pools, port_problem
from .congestion import storm_too_soon
from .dropping import LossyMemory
from .marking import Marking, Memory, Path, Room, marking
from .port_headroom import NO_GROUP, SONIC, Group, Port, Traffic, group
from .switch_buffers import Buffers
from .switch_buffers_lossy import LOSSY_TH
from .switch_models import SWITCHES, Switch
from .why import Why


@dataclass(frozen=True)
class Intent:
    """RoCE's ``priority``, whether it is ``lossy``, how many senders an incast may have, how buffers may be shared.

    ``links`` between two hosts on the longest way; ``limit`` is the switch's ``max_headroom_size`` where known;
    ``detection`` is after how many ms of pause its watchdog sees a storm.
    """

    priority: int
    incast: int
    links: int = 4
    dynamic_th: int = 0
    ratio: int = 0
    traffic: Traffic = SONIC
    limit: int | None = None
    lossy: bool = False
    detection: int | None = None


@dataclass(frozen=True)
class SwitchPlan:
    """``problems`` must be mended before anything is applied; ``warnings`` are to be known."""

    buffers: Buffers
    marking: Marking
    problems: tuple[str, ...]
    warnings: tuple[str, ...]
    why: Mapping[str, Why]


def plan_switch(model: str, ports: Mapping[str, Port], intent: Intent) -> SwitchPlan:
    """The numbers of a switch of that model, a key of ``SWITCHES``, by the names of its ports."""
    switch = SWITCHES[model]
    made = {port: _group(switch, port, intent) for port in {*ports.values()}}
    groups = {name: (port, made[port]) for name, port in ports.items()}
    pool = pools(switch, [*groups.values()], intent.ratio)
    buffers = Buffers(switch, groups, pool, intent.priority, intent.dynamic_th, intent.ratio, intent.traffic)
    room = _room(max(1, pool.shared), len(ports), intent)
    curve = marking(_longest(ports, intent), room, intent.incast, switch.mark_grain)
    told = [] if intent.lossy else sorted(made, key=_order)
    why = {f"xoff {port.speed} {port.cable}m": made[port].why for port in told}
    problems = tuple(_problems(buffers, intent))
    warnings = (*curve.warnings, *_warnings(buffers, intent))
    return SwitchPlan(buffers, curve, problems, warnings, {**why, "pool": pool.why, **curve.why})


def _group(switch: Switch, port: Port, intent: Intent) -> Group:
    return NO_GROUP if intent.lossy else group(switch, port, intent.traffic, intent.ratio)


def _room(pool: int, queues: int, intent: Intent) -> Room:
    """What a queue may hold; a lossy one while every port of the switch has such a queue."""
    if intent.lossy:
        return LossyMemory(pool, alpha(LOSSY_TH), queues)
    return Memory(pool, alpha(intent.dynamic_th))


def _problems(buffers: Buffers, intent: Intent) -> Iterator[str]:
    """Every problem once, with the first port that has it."""
    whole = pool_problem(buffers.switch, buffers.pools)
    if whole:
        yield whole
    seen: set[Port] = set()
    for name, (port, made) in buffers.ports.items():
        judged = port in seen or intent.lossy
        problem = "" if judged else port_problem(buffers.switch, port, made, intent.limit)
        seen.add(port)
        if problem:
            yield f"{name}: {problem}"


def _warnings(buffers: Buffers, intent: Intent) -> Iterator[str]:
    slowest = min(port.speed for port, _ in buffers.ports.values())
    if intent.detection and not intent.lossy:
        yield from filter(None, [storm_too_soon(buffers.pools.whole, slowest, intent.detection)])


def _longest(ports: Mapping[str, Port], intent: Intent) -> Path:
    """The way over the longest cables, at the speed of the fastest port."""
    fastest = max(port.speed for port in ports.values())
    longest = max(port.cable for port in ports.values())
    return Path(fastest, longest, max(port.mtu for port in ports.values()), intent.links)


def _order(port: Port) -> tuple[int, int, int, int]:
    return port.speed, port.cable, port.mtu, port.lanes
