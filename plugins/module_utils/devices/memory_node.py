# SPDX-License-Identifier: GPL-3.0-or-later
"""NUMA nodes with memory: their tier, and their weight where pages are interleaved by weight. Pure.

A row wishes for ``near`` (nodes with CPUs) or ``far`` (without: CXL), as node numbers differ from boot to boot. Its
``bandwidth`` in MB/s, or else what the firmware says in its HMAT and CDAT, decides the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Put, Read, Seen, Settled

NAME = "memory_node"
KEY = ("node",)
BLANK: Row = {}  # no such node
NEAR, FAR = "near", "far"
NEAR_ENOUGH = Fraction(1, 10)  # bandwidths are not known better than that
NODES = "/sys/devices/system/node"
WEIGHTS = "/sys/kernel/mm/mempolicy/weighted_interleave"
GLOBS = {
    "cpulist": f"{NODES}/node*/cpulist",
    "meminfo": f"{NODES}/node*/meminfo",
    "bandwidth": f"{NODES}/node*/access0/initiators/read_bandwidth",
    "weight": f"{WEIGHTS}/node*",
    "tier": "/sys/devices/virtual/memory_tiering/memory_tier*/nodelist",
}
HEAVIEST = 16  # of 255 that the kernel takes: pages of one node in a row, few enough to mix


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One look at each kind of file."""
    return {label: Read(glob=glob) for label, glob in GLOBS.items()}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Each node that has memory."""
    cpus, sizes = _by_node(seen["cpulist"]), _by_node(seen["meminfo"])
    bandwidths, weights, tiers = _by_node(seen["bandwidth"]), _by_node(seen["weight"]), _tiers(seen["tier"])
    rows = {}
    for node, text in sizes.items():
        size = _size(text)
        if size:
            row = {"near": bool(cpus.get(node, "").strip()), "size": size, "tier": tiers.get(node, "")}
            rows[node] = {**row, **_number("bandwidth", bandwidths.get(node)), **_number("weight", weights.get(node))}
    return rows


def resolved(state: str, have: Rows, want: Rows, seen: Mapping[str, Seen], options: Options) -> Settled:
    """The weight of each node, from the bandwidths that are wished for its kind or reported of it."""
    if not want:
        return Settled(have, want, options)
    missing = [node for node, row in have.items() if "weight" not in row]
    if missing or not have:
        told = "this kernel has no weighted interleave, Linux 6.9 has it; leave weights out or take a newer kernel"
        return Settled(have, want, options, f"config: {told}")
    kinds = {kind: int(row["bandwidth"]) for kind, row in want.items() if row.get("bandwidth")}
    if {*kinds} == {NEAR, FAR}:  # then the weights are known before the memory is there
        shares = weights(kinds)
        wanted = {node: {"weight": shares[NEAR if row["near"] else FAR]} for node, row in have.items()}
        return Settled(have, wanted, options)
    return _reported(have, want, options)


def _reported(have: Rows, want: Rows, options: Options) -> Settled:
    speeds = {node: int(row.get("bandwidth") or 0) for node, row in have.items()}
    unknown = [node for node, speed in speeds.items() if not speed]
    if unknown:
        told = f"no bandwidth of node {', '.join(unknown)} is known: the firmware reports none; declare it in bandwidth"
        return Settled(have, want, options, f"config: {told}")
    return Settled(have, {node: {"weight": share} for node, share in weights(speeds).items()}, options)


def check(name: str, row: Row) -> None:
    """Refuse another kind of node and a bandwidth that is none."""
    if name not in (NEAR, FAR) and not name.isdigit():
        raise ValueError(f"config[{name}].node: not known; allowed: near or far")
    if row.get("bandwidth", 1) < 1:
        raise ValueError(f"config[{name}].bandwidth: {row['bandwidth']} found; allowed: MB/s, at least 1")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Write each weight."""
    return [Put(f"{WEIGHTS}/node{change.name}", str(change.after["weight"])) for change in changes]


def weights(bandwidths: Mapping[str, int]) -> dict[str, int]:
    """Whole numbers up to ``HEAVIEST`` in the proportion of the bandwidths: the smallest that are near enough."""
    fastest = max(bandwidths.values())
    found = [_shares(bandwidths, fastest, scale) for scale in range(1, HEAVIEST + 1)]
    near = [shares for error, shares in found if error <= NEAR_ENOUGH]
    return near[0] if near else min(found, key=lambda pair: pair[0])[1]


def _shares(bandwidths: Mapping[str, int], fastest: int, scale: int) -> tuple[Fraction, dict[str, int]]:
    """How far the worst weight is off where the fastest node has ``scale``, and the weights."""
    exact = {node: Fraction(speed * scale, fastest) for node, speed in bandwidths.items()}
    whole = {node: max(1, round(share)) for node, share in exact.items()}
    return max(abs(weight / exact[node] - 1) for node, weight in whole.items()), whole


def _by_node(look: Seen) -> dict[str, str]:
    found = {}
    for path, text in look.files.items():
        node = next((part[4:] for part in path.split("/") if part.startswith("node") and part[4:].isdigit()), "")
        found[node] = text
    return {node: text for node, text in found.items() if node}


def _size(meminfo: str) -> int:
    """MemTotal in bytes."""
    words = next((line.split() for line in meminfo.splitlines() if "MemTotal:" in line), [])
    return int(words[-2]) << 10 if len(words) > 2 and words[-2].isdecimal() else 0


def _tiers(look: Seen) -> dict[str, str]:
    """The tier of each node; a list is written as 0-1,3."""
    return {
        node: path.split("/")[-2].removeprefix("memory_tier")
        for path, text in look.files.items()
        for node in _list(text)
    }


def _list(text: str) -> list[str]:
    found: list[str] = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        if first.isdecimal() and (last or first).isdecimal() and int(last or first) - int(first) < 4096:
            found += [str(node) for node in range(int(first), int(last or first) + 1)]
    return found


def _number(field: str, text: str | None) -> Row:
    return {field: int(text)} if text is not None and text.strip().isdecimal() else {}
