# SPDX-License-Identifier: GPL-3.0-or-later
"""``mlnx_qos`` of Mellanox's mlnx-tools: what it shows of a port, and its command lines. Pure.

It tells errors on standard output; a set of what is set fails; some lists may be short and then clear the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..subject import Read, Run, Seen, Unreadable, text_of

LEVELS = 8  # priorities, traffic classes and buffers
REMEDY = "look at 'mlnx_qos -i PORT' on the host"


@dataclass(frozen=True)
class Class:
    """A traffic class: algorithm, share (percent), limit (Mb/s, 0 for none)."""

    tsa: str
    bandwidth: int
    maxrate: int


@dataclass
class Shown:
    """What ``mlnx_qos`` shows; a list is empty where the driver offers no such thing, sizes are in bytes."""

    dcbx: str = ""
    trust: str = ""
    dscp: dict[int, int] = field(default_factory=dict)
    buffer_size: list[int] = field(default_factory=list)
    buffer_total: int = 0
    cable_length: int = 0
    lossless: list[int] = field(default_factory=list)
    priority_buffer: list[int] = field(default_factory=list)
    classes: dict[int, Class] = field(default_factory=dict)
    priority_tc: dict[int, int] = field(default_factory=dict)


def read(port: str) -> Mapping[str, Read]:
    """One look that shows all, also the classes without a priority."""
    return {"": Read(("mlnx_qos", "-i", port, "-a"))}


def shown(port: str, look: Seen) -> Shown:
    """What a look at a port shows; raises ``Unreadable``."""
    found, rest = Shown(), []
    for line in text_of(f"mlnx_qos of {port}", look, REMEDY).splitlines():
        rest += [line] if not _take(found, line) else []
    if len(found.priority_tc) != LEVELS:
        told = "; ".join(line.strip() for line in rest if line.strip()) or "no traffic classes"
        raise Unreadable(f"mlnx_qos of {port}: {told[:200]}; {REMEDY}")
    return found


def every_class(port: str, look: Seen) -> list[Class]:
    """All eight traffic classes in order; raises ``Unreadable``."""
    classes = shown(port, look).classes
    if len(classes) != LEVELS:
        raise Unreadable(f"mlnx_qos of {port}: {len(classes)} traffic classes found, {LEVELS} expected; {REMEDY}")
    return [classes[number] for number in range(LEVELS)]


def argv(port: str, **lists: Sequence[Any]) -> Run:
    """One command that sets whole lists; raises ``ValueError`` for one that ``mlnx_qos`` would fill up by itself."""
    words = ["mlnx_qos", "-i", port]
    for option, values in lists.items():
        if len(values) != LEVELS:
            raise ValueError(f"mlnx_qos of {port}: {option} has {len(values)} entries; allowed: exactly {LEVELS}")
        words += [f"--{option}", ",".join(str(value) for value in values)]
    return Run(tuple(words))


def dscp_argv(port: str, moves: Iterable[tuple[str, int, int]]) -> Run:
    """One command for all moves (``set`` or ``del``, DSCP, priority), which ``mlnx_qos`` takes in that order."""
    words = [word for verb, dscp, priority in moves for word in ("--dscp2prio", f"{verb},{dscp},{priority}")]
    return Run(("mlnx_qos", "-i", port, *words))


def _take(found: Shown, line: str) -> bool:
    for pattern, take in LINES:
        match = pattern.fullmatch(line)
        if match:
            take(found, match)
            return True
    return False


def _dcbx(found: Shown, match: re.Match[str]) -> None:
    found.dcbx = "host" if match[1] == "OS" else "firmware"


def _trust(found: Shown, match: re.Match[str]) -> None:
    found.trust = match[1]


def _dscp(found: Shown, match: re.Match[str]) -> None:
    found.dscp.update({int(dscp): int(match[1]) for dscp in match[2].split(",") if dscp})


def _buffer(found: Shown, match: re.Match[str]) -> None:
    found.buffer_size, found.buffer_total = _numbers(match[1]), int(match[2] or 0)


def _cable(found: Shown, match: re.Match[str]) -> None:
    found.cable_length = int(match[1])


def _enabled(found: Shown, match: re.Match[str]) -> None:
    found.lossless = [priority for priority, on in enumerate(_numbers(match[1])) if on]


def _priority_buffer(found: Shown, match: re.Match[str]) -> None:
    found.priority_buffer = _numbers(match[1])


def _class(found: Shown, match: re.Match[str]) -> None:
    rate = 0 if match[2] == "unlimited" else round(float(match[2].partition(" ")[0]) * 1000)
    found.classes[int(match[1])] = Class(match[3], int(match[4] or 0), rate)


def _nameless(found: Shown, match: re.Match[str]) -> None:
    """A driver without limits makes it leave out the class's number; with ``-a`` all of them come in order."""
    found.classes[len(found.classes) % LEVELS] = Class(match[1], int(match[2] or 0), 0)


def _priority(found: Shown, match: re.Match[str]) -> None:
    if found.classes:
        found.priority_tc[int(match[1])] = [*found.classes][-1]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall("[0-9]+", text)]


# Both grammars: tools before 2018 know no buffers, others say total_size or trust mode.
LINES: tuple[tuple[re.Pattern[str], Callable[[Shown, re.Match[str]], None]], ...] = (
    (re.compile(r"DCBX mode: (OS|Firmware) controlled\s*"), _dcbx),
    (re.compile(r"Priority trust (?:state|mode): (dscp|pcp|none)\s*"), _trust),
    (re.compile(r"\s+prio:([0-7]) dscp:((?:[0-9]{1,2},)+)\s*"), _dscp),
    (
        re.compile(r"Receive buffer size \(bytes\): ((?:[0-9]+,){8})(?:(?:max_buffer|total)_size=([0-9]+))?\s*"),
        _buffer,
    ),
    (re.compile(r"Cable len: ([0-9]+)\s*"), _cable),
    (re.compile(r"\s+enabled((?:\s+[01]){8})\s*"), _enabled),
    (re.compile(r"\s+buffer((?:\s+[0-7]){8})\s*"), _priority_buffer),
    (
        re.compile(
            r"tc: ([0-7]) ratelimit: (unlimited|[0-9]+\.[0-9] Gbps), tsa: (vendor|strict|unknown|ets)"
            r"(?:, bw: ([0-9]+)%)?\s*"
        ),
        _class,
    ),
    (re.compile(r"(vendor|strict|unknown|ets)(?:, bw: ([0-9]+)%)?\s*"), _nameless),
    (re.compile(r"\s+priority:\s+([0-7])\s*"), _priority),
)
