# SPDX-License-Identifier: GPL-3.0-or-later
"""The links of the topology as lines: those between the same two nodes are one line. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..checks.cluster import Link
from ..checks.places import touches
from ..findings import STATUSES, Finding
from .layers import Box

SHOWN = 6  # faults that a line's title tells


@dataclass(frozen=True)
class Wire:
    """One line between two nodes: an SVG path, the worst status of its links, and what to say of them."""

    path: str
    status: str
    links: int
    ends: tuple[str, str]
    title: str


def wires(links: Sequence[Link], findings: Sequence[Finding], boxes: Mapping[str, Box]) -> list[Wire]:
    """The lines, the worst last so that they lie on top."""
    bundles: dict[tuple[str, str], list[Link]] = {}
    for link in links:
        bundles.setdefault((link.near.host, link.far.host), []).append(link)
    drawn = _places([*bundles], boxes)
    told = _by_host(findings)
    found = [_wire(bundle, told, drawn[ends]) for ends, bundle in bundles.items()]
    return sorted(found, key=lambda wire: -STATUSES.index(wire.status))


def _by_host(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    """What is not passed, by host; of what was skipped only whole links."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.status in ("failed", "unreadable") or (finding.status, finding.check) == ("skipped", "speed"):
            found.setdefault(finding.host, []).append(finding)
    return found


def _wire(bundle: Sequence[Link], told: Mapping[str, list[Finding]], path: str) -> Wire:
    findings = [finding for link in bundle for finding in _of(link, told)]
    status = min((finding.status for finding in findings), key=STATUSES.index, default="passed")
    ends = bundle[0].near.host, bundle[0].far.host
    return Wire(path, status, len(bundle), ends, _title(bundle, findings))


def _of(link: Link, told: Mapping[str, list[Finding]]) -> list[Finding]:
    return [one for end in link.ends for one in told.get(end.host, []) if touches(one, (end.port,))]


def _title(bundle: Sequence[Link], findings: Sequence[Finding]) -> str:
    first = bundle[0]
    ends = f"{first.near} \N{EN DASH} {first.far}"
    if len(bundle) > 1:
        ends = f"{first.near.host} \N{EN DASH} {first.far.host}, {len(bundle)} links"
    lines = [f"{one.host} {one.where} {one.status}: wanted {one.wanted}, found {one.found}" for one in findings]
    more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return "\n".join([ends, *(lines[:SHOWN] or ["as planned"]), *more])


def _places(ends: Sequence[tuple[str, str]], boxes: Mapping[str, Box]) -> dict[tuple[str, str], str]:
    """The curve of each line; the lines of a node leave it side by side, in the order of where they go."""
    sides: dict[tuple[str, bool], list[tuple[float, tuple[str, str]]]] = {}
    for pair in ends:
        lower, upper = _lower(pair, boxes)
        sides.setdefault((lower, True), []).append((boxes[upper].x, pair))
        sides.setdefault((upper, False), []).append((boxes[lower].x, pair))
    spots: dict[tuple[str, tuple[str, str]], float] = {}
    for (name, _upwards), pairs in sides.items():
        step = boxes[name].width / (len(pairs) + 1)
        for index, (_far, pair) in enumerate(sorted(pairs)):
            spots[name, pair] = boxes[name].x + step * (index + 1)
    return {pair: _curve(pair, spots, boxes) for pair in ends}


def _lower(pair: tuple[str, str], boxes: Mapping[str, Box]) -> tuple[str, str]:
    one, two = pair
    return (one, two) if boxes[one].y >= boxes[two].y else (two, one)


def _curve(pair: tuple[str, str], spots: Mapping[tuple[str, tuple[str, str]], float], boxes: Mapping[str, Box]) -> str:
    lower, upper = _lower(pair, boxes)
    x1, y1 = spots[lower, pair], boxes[lower].y
    x2, y2 = spots[upper, pair], boxes[upper].y + boxes[upper].height
    bend = (y1 - y2) * 0.45
    return f"M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 - bend:.1f} {x2:.1f} {y2 + bend:.1f} {x2:.1f} {y2:.1f}"
