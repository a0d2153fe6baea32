# SPDX-License-Identifier: GPL-3.0-or-later
"""What each kind of switch does under the incast it is planned for, simulated. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ..plan.headroom import wire_bound
from ..simulation.bottleneck import Bottleneck, Curve, nearest, planned
from ..simulation.course import DURATION, Course, courses
from ..simulation.figures import Figures, figures
from ..simulation.numeric import MISSING, numpy
from .reasons import named

NOTHING_SIMULATED: Mapping[str, Any] = {"kinds": [], "missing": ""}


class Run(NamedTuple):
    """A port with one marking curve, what happens there, and what that comes to."""

    case: Bottleneck
    course: Course
    figures: Figures


@dataclass(frozen=True)
class Kind:
    """Switches that differ in nothing but their pool, the one with the smallest pool for all; its two curves."""

    hosts: tuple[str, ...]
    runs: tuple[Run, ...]


def missing(plans: Mapping[str, Mapping[str, Any]]) -> str:
    """Why nothing is simulated, where something could be."""
    return MISSING if numpy is None and any(plan.get("incast") for plan in plans.values()) else ""


def kinds(plans: Mapping[str, Mapping[str, Any]]) -> list[Kind]:
    """The plan's curve and the nearest published one for each kind of switch; none where NumPy is missing."""
    rows = _rows(plans)
    if numpy is None or not rows:
        return []
    cases = [case(row) for row, _hosts in rows for case in (planned, nearest)]
    runs = [Run(case, course, figures(case, course)) for case, course in zip(cases, courses(cases))]
    return [Kind(tuple(hosts), tuple(runs[2 * at : 2 * at + 2])) for at, (_row, hosts) in enumerate(rows)]


def _rows(plans: Mapping[str, Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], list[str]]]:
    found: dict[str, list[str]] = {}
    for host, plan in plans.items():
        if plan.get("incast"):
            key = str(sorted({**plan["incast"], "pool": 0}.items(), key=str))
            found.setdefault(key, []).append(host)
    pools = {host: plan["incast"] for host, plan in plans.items() if plan.get("incast")}
    return [(min((pools[host] for host in hosts), key=_pool), hosts) for hosts in found.values()]


def _pool(row: Mapping[str, Any]) -> int:
    return int(row["pool"])


def document(kind: Kind) -> dict[str, Any]:
    """A kind as report.json holds it."""
    case = kind.runs[0].case
    told = {"senders": case.senders, "speed": case.speed, "cable": case.cable, "seconds": DURATION}
    curves = [{**asdict(run.case.curve), **asdict(run.figures)} for run in kind.runs]
    return {"hosts": [*kind.hosts], **told, "headroom": case.memory.headroom, "curves": curves}


def lines(kind: Kind) -> list[tuple[str, Course]]:
    """What a picture of a kind shows."""
    return [(run.case.curve.name, run.course) for run in kind.runs]


def title(kind: Kind) -> str:
    """The switches in words."""
    return named(kind.hosts)


def sentence(kind: Kind) -> str:
    """What is simulated."""
    case = kind.runs[0].case
    return (
        f"{case.senders} senders start at once, each with {case.speed // 1000} Gb/s and {case.cable} m of cable,"
        f" towards one port; the first {DURATION * 1000:g} ms, as a fluid. After a pause up to"
        f" {size(case.pause_delay * case.line)} still arrive at a port,"
        f" {size(wire_bound(case.speed, case.cable, case.mtu))} of them from the cable and a packet begun."
    )


def table(kind: Kind) -> tuple[list[str], list[list[str]]]:
    """Head and rows: a figure, then what it is with each curve."""
    head = ["", *(_curve(run.case.curve) for run in kind.runs)]
    room = kind.runs[0].case.memory.headroom
    return head, [[label, *(tell(run.figures, room) for run in kind.runs)] for label, tell in ROWS]


def _curve(curve: Curve) -> str:
    return f"{curve.name}: {size(curve.kmin)} to {size(curve.kmax)}, {curve.percent:g} %"


def size(value: float | Fraction) -> str:
    """Bytes as a person reads them."""
    return f"{float(value) / 1e6:.2f} MB" if value >= 1e6 else f"{float(value) / 1e3:.0f} kB"


def _share(value: float) -> str:
    return f"{100 * value:.1f} %" if value == 0 or value >= 0.001 else f"{100 * value:.2f} %"


def _used(one: Figures, room: float) -> str:
    return f"{size(one.headroom)} of {size(room)}" if one.headroom else f"none of {size(room)}"


ROWS = (
    ("throughput, share of the line", lambda one, _room: _share(one.throughput)),
    ("queue, mean", lambda one, _room: size(one.queue_mean)),
    ("queue, 99th percentile", lambda one, _room: size(one.queue_99th)),
    ("queue, most", lambda one, _room: size(one.queue_most)),
    (
        "queue where these senders come to rest (formula)",
        lambda one, _room: "nowhere" if one.rest is None else size(one.rest),
    ),
    ("paused, share of the time of all ports", lambda one, _room: _share(one.paused)),
    ("headroom used, most of one port", _used),
    ("lost", lambda one, _room: size(one.lost) if one.lost else "nothing"),
    ("PFC may fire before ECN marks from an incast of", lambda one, _room: str(one.first_paused)),
)


def section(made: Sequence[Kind], pictures: Iterable[str], lacking: Iterable[str]) -> dict[str, Any]:
    """What the page shows: each kind with its picture (an SVG element, or empty), and what is missing for more."""
    shown = [
        {"hosts": title(kind), "sentence": sentence(kind), "picture": picture, "head": head, "rows": rows}
        for kind, picture in zip(made, pictures)
        for head, rows in [table(kind)]
    ]
    return {"kinds": shown, "missing": " ".join(filter(None, lacking))}
