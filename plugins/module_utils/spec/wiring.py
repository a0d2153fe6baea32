# SPDX-License-Identifier: GPL-3.0-or-later
"""How leaves are split, shared and filled: the arithmetic of terraform/modules/layout, to refuse what it cannot do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, log2


def uplinks(ports: int, oversubscription: Fraction, spines: int) -> int | None:
    """Leaf ports towards spines; None where they do not come out whole, or not equal for each spine."""
    up = ports / (1 + oversubscription)
    return int(up) if up.denominator == 1 and up % spines == 0 else None


def ratios(ports: int, spines: int) -> list[Fraction]:
    """Each oversubscription of at least 1 that ``ports`` and ``spines`` can be wired with and decimals can write."""
    found = [Fraction(ports - up, up) for up in range(spines, ports // 2 + 1, spines)]
    return [ratio for ratio in reversed(found) if 1000 % ratio.denominator == 0]


def port_counts(oversubscription: Fraction, spines: int, most: int) -> list[int]:
    """Each number of leaf ports up to ``most`` that can be wired."""
    return [ports for ports in range(2, most + 1) if uplinks(ports, oversubscription, spines)]


def leaves_per_group(leaves: int, rails: int, assignment: str) -> int:
    """How many leaves together serve all rails of a host."""
    return 1 if assignment == "plain" else min(leaves, rails)


def leaf_block(ports: int) -> int:
    """Addresses of one leaf's block on RoCE: a /31 for each port, rounded up to a power of two."""
    return int(2 ** ceil(log2(2 * ports)))


def ports_by_leaf(
    groups: Iterable[tuple[int, Sequence[int]]], leaves: int, rails: int, assignment: str
) -> Counter[int]:
    """Host ports on each leaf, by its index; ``groups`` are (number of hosts, rails of one host)."""
    per_group = leaves_per_group(leaves, rails, assignment)
    leaf_groups = leaves // per_group
    return Counter(
        index * leaf_groups // count * per_group + rail * per_group // rails
        for count, host_rails in groups
        for index in range(count)
        for rail in host_rails
    )
