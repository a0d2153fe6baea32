# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold so that every cable has a port at both ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .model import NodeGroup, Profile
from .problem import Problem, either
from .wiring import port_counts, ports_by_leaf, ratios, uplinks

MOST_PORTS = 1024
MOST_SHOWN = 4  # choices in a message


def leaves_fit_rails(leaves: int, rails: int, assignment: str) -> Iterator[Problem]:
    if assignment == "plain" or leaves % rails == 0 or rails % leaves == 0:
        return
    fits = [count for count in range(1, leaves + rails + 1) if count % rails == 0 or rails % count == 0]
    near = [max(count for count in fits if count < leaves), min(count for count in fits if count > leaves)]
    yield Problem(
        "fabric.leaf.count",
        f"{leaves} leaves found for {rails} rails",
        f"a multiple or a divisor of {rails}, so that each leaf serves whole rails",
        f"write {either(near)}, or assignment: plain",
    )


def leaf_can_be_split(ports: int, oversubscription: Fraction, spines: int) -> Iterator[Problem]:
    if uplinks(ports, oversubscription, spines):
        return
    up = ports / (1 + oversubscription)
    whole = up.denominator == 1
    told = (
        f"{int(up)} uplinks of a leaf cannot be shared by {_spines(spines)}"
        if whole
        else f"{ports} leaf ports do not split into {decimal(oversubscription)} down for 1 up"
    )
    yield Problem(
        "fabric.oversubscription",
        f"{decimal(oversubscription)} found: {told}",
        f"{_allowed_ratios(ports, spines, oversubscription)} with {ports} leaf ports and {_spines(spines)}",
        _split_fix(ports, oversubscription, spines),
    )


def _allowed_ratios(ports: int, spines: int, wanted: Fraction) -> str:
    found = sorted(ratios(ports, spines), key=lambda ratio: abs(ratio - wanted))
    near = either(decimal(ratio) for ratio in sorted(found[:MOST_SHOWN])) if found else "none"
    return f"some such as {near}" if len(found) > MOST_SHOWN else near


def _split_fix(ports: int, oversubscription: Fraction, spines: int) -> str:
    counts = port_counts(oversubscription, spines, MOST_PORTS)
    near = [*[count for count in counts if count < ports][-1:], *[count for count in counts if count > ports][:1]]
    fixes = [f"write leaf.ports {either(near)}"] if near else []
    close = min(ratios(ports, spines), key=lambda ratio: abs(ratio - oversubscription), default=None)
    if close is not None:
        fixes.insert(0, f"write oversubscription {decimal(close)}")
    return ", or ".join(fixes) or "use fewer spines"


def spine_has_ports(
    ports: int, oversubscription: Fraction, spines: int, spine_ports: int, leaves: int
) -> Iterator[Problem]:
    up = uplinks(ports, oversubscription, spines)
    if up is None or leaves * up // spines <= spine_ports:
        return
    needed = leaves * up // spines
    yield Problem(
        "fabric.spine.ports",
        f"{spine_ports} found, but {leaves} leaves with {up // spines} links to each spine need {needed}",
        f"at least {needed}",
        "use spines with more ports, more spines, or more oversubscription",
    )


def hosts_fit_leaves(
    nodes: tuple[NodeGroup, ...],
    profiles: dict[str, Profile],
    ports: int,
    oversubscription: Fraction,
    spines: int,
    leaves: int,
    rails: int,
    assignment: str,
) -> Iterator[Problem]:
    up = uplinks(ports, oversubscription, spines)
    wired = assignment == "plain" or leaves % rails == 0 or rails % leaves == 0
    if up is None or not wired or not all(group.profile in profiles for group in nodes):
        return
    groups = [(group.count, profiles[group.profile].rails) for group in nodes]
    by_use: dict[int, list[str]] = {}
    for leaf, used in sorted(ports_by_leaf(groups, leaves, rails, assignment).items()):
        by_use.setdefault(used, []).append(f"leaf-{leaf + 1}")
    for used, names in by_use.items():
        if used > ports - up:
            yield _overfull(used, names, ports, up)


def _overfull(used: int, names: list[str], ports: int, up: int) -> Problem:
    others = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return Problem(
        "fabric.leaf.ports",
        f"{', '.join(names[:MOST_SHOWN])}{others}: {ports - up} ports for hosts, but {used} host ports assigned",
        f"at most {ports - up} host ports on a leaf of {ports} ports with {up} uplinks",
        "use leaves with more ports, more leaves, fewer hosts, or more oversubscription",
    )


def decimal(ratio: Fraction) -> str:
    """A ratio as one writes it: 2, 1.5."""
    return str(ratio.numerator if ratio.denominator == 1 else float(ratio))


def _spines(count: int) -> str:
    return f"{count} spine{'s' if count > 1 else ''}"
