# SPDX-License-Identifier: GPL-3.0-or-later
"""Where each node of the topology is drawn: spines above leaves above hosts, hosts by rack. Pure.

All lengths are in the units of the drawing, which are pixels where it is not scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..plan.order import natural

HOST_WIDTH, SWITCH_WIDTH, HEIGHT = 56, 92, 38
BETWEEN, BETWEEN_RACKS = 8, 26
EDGE, TOP = 24, 34
LAYER_GAP = 104  # at the least; a wide drawing needs a higher one, or its lines lie flat
RACK_PAD, RACK_LABEL = 8, 20


@dataclass(frozen=True)
class Box:
    """A node or a rack: left, top, width and height."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layers:
    """The whole drawing without its links."""

    width: float
    height: float
    nodes: Mapping[str, Box]
    racks: Sequence[Box]


def layers(plans: Mapping[str, Any], racks: Mapping[str, str | None]) -> Layers:
    """Boxes for all hosts and switches of ``plans``; ``racks`` says where a host stands."""
    rows = {role: [host for host, plan in plans.items() if plan["role"] == role] for role in ("spine", "leaf")}
    grouped = _by_rack((host for host, plan in plans.items() if plan["role"] not in rows), racks)
    width = max(_hosts_width(grouped), *(_row_width(len(row), SWITCH_WIDTH, 18) for row in rows.values()), 640)
    gap = max(LAYER_GAP, width / 10)
    tops = [TOP, TOP + HEIGHT + gap, TOP + 2 * (HEIGHT + gap)]
    nodes = {**_row(rows["spine"], width, tops[0]), **_row(rows["leaf"], width, tops[1])}
    hosts, frames = _host_row(grouped, width, tops[2])
    height = tops[2] + HEIGHT + RACK_PAD + RACK_LABEL + EDGE
    return Layers(width, height, {**nodes, **hosts}, frames)


def _by_rack(hosts: Iterable[str], racks: Mapping[str, str | None]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for host in hosts:
        found.setdefault(racks.get(host) or "", []).append(host)
    return dict(sorted(found.items(), key=lambda item: (not item[0], natural(item[0]))))


def _row_width(count: int, width: float, between: float) -> float:
    return 2 * EDGE + count * width + max(count - 1, 0) * between


def _hosts_width(grouped: Mapping[str, Sequence[str]]) -> float:
    count = sum(map(len, grouped.values()))
    return _row_width(count, HOST_WIDTH, BETWEEN) + len(grouped) * (BETWEEN_RACKS - BETWEEN)


def _row(names: Sequence[str], width: float, top: float) -> dict[str, Box]:
    """Switches spread evenly over the whole width."""
    step = width / max(len(names), 1)
    lefts = [step * index + (step - SWITCH_WIDTH) / 2 for index in range(len(names))]
    return {name: Box(name, round(left, 1), top, SWITCH_WIDTH, HEIGHT) for name, left in zip(names, lefts)}


def _host_row(grouped: Mapping[str, Sequence[str]], width: float, top: float) -> tuple[dict[str, Box], list[Box]]:
    left = (width - _hosts_width(grouped)) / 2 + EDGE + RACK_PAD
    hosts: dict[str, Box] = {}
    frames = []
    for rack, names in grouped.items():
        start = left
        for name in names:
            hosts[name] = Box(name, round(left, 1), top, HOST_WIDTH, HEIGHT)
            left += HOST_WIDTH + BETWEEN
        frame = left - BETWEEN - start + 2 * RACK_PAD
        frames.append(Box(rack, round(start - RACK_PAD, 1), top - RACK_PAD, frame, HEIGHT + 2 * RACK_PAD))
        left += BETWEEN_RACKS - BETWEEN
    return hosts, frames
