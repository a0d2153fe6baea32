# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold so that every port has an address of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Network
from math import ceil, log2

from .model import NodeGroup, Tier
from .problem import Problem
from .wiring import leaf_block, leaves_per_group

FIRST = 10  # host number of the first host; those below are for gateway and services


@dataclass(frozen=True)
class Range:
    """Host numbers of one group in management.subnet; ``path`` is where the spec says so."""

    path: str
    name: str
    first: int
    last: int


def ranges(nodes: tuple[NodeGroup, ...], leaf: Tier, spine: Tier) -> list[Range]:
    """The management host numbers of each group, in the order in which they continue each other."""
    groups = [(f"nodes[{index}]", group.name, group.first_address, group.count) for index, group in enumerate(nodes)]
    groups += [
        (f"fabric.{name}", name, tier.first_address, tier.count) for name, tier in (("leaf", leaf), ("spine", spine))
    ]
    found: list[Range] = []
    following = FIRST
    for path, name, first_address, count in groups:
        first = following if first_address is None else first_address
        following = first + count
        found.append(Range(path, name, first, following - 1))
    return found


def subnets_are_apart(management: IPv4Network, fabric: IPv4Network) -> Iterator[Problem]:
    if management.overlaps(fabric):
        allowed = f"a subnet apart from management.subnet, {management}"
        yield Problem("fabric.subnet", f"{fabric} found", allowed, "choose another subnet for one of the two")


def management_holds_all(
    subnet: IPv4Network, nodes: tuple[NodeGroup, ...], leaf: Tier, spine: Tier
) -> Iterator[Problem]:
    given = ranges(nodes, leaf, spine)
    highest = max(given, key=lambda group: group.last)
    usable = subnet.num_addresses - 2
    if highest.last > usable:
        yield Problem(
            "management.subnet",
            f"{subnet} holds host numbers 1 to {usable}, but {highest.name} needs {highest.first} to {highest.last}",
            f"a subnet of at least {highest.last + 2} addresses",
            f"write {_wider(subnet, highest.last + 2)}, or lower {highest.path}.first_address",
        )
    for index, group in enumerate(given):
        for other in given[:index]:
            if group.first <= other.last and other.first <= group.last:
                yield _overlap(group, other, given)


def _overlap(group: Range, other: Range, given: list[Range]) -> Problem:
    return Problem(
        f"{group.path}.first_address",
        f"{group.name} takes host numbers {group.first} to {group.last},"
        f" {other.name} ({other.path}) takes {other.first} to {other.last}",
        "numbers that no other group has",
        f"write {max(taken.last for taken in given) + 1}, or leave both out",
    )


def roce_subnet_holds_links(type: str, subnet: IPv4Network, leaves: int, ports: int) -> Iterator[Problem]:
    needed = leaves * leaf_block(ports)
    if type != "roce" or needed <= subnet.num_addresses:
        return
    links = leaf_block(ports) // 2
    rounded = f", rounded up to {links}," if links > ports else ""
    yield Problem(
        "fabric.subnet",
        f"{subnet} holds {subnet.num_addresses // 2} links, but {leaves} leaves of {ports} ports{rounded}"
        f" need {needed // 2}",
        f"a subnet of at least {needed} addresses",
        f"write {_wider(subnet, needed)}",
    )


def infiniband_subnet_holds_ports(
    type: str, subnet: IPv4Network, rails: int, assignment: str, leaves: int, ports: int
) -> Iterator[Problem]:
    """One subnet for each rail, in it a host number for each leaf port of the rail."""
    blocks = 2 ** ceil(log2(rails))
    most = leaves // leaves_per_group(leaves, rails, assignment) * ports
    if type == "infiniband" and subnet.num_addresses // blocks - 2 < most:
        yield Problem(
            "fabric.subnet",
            f"{subnet} gives each of {rails} rails {max(subnet.num_addresses // blocks - 2, 0)} addresses,"
            f" but a rail needs {most}",
            f"a subnet of at least {blocks * (most + 2)} addresses",
            f"write {_wider(subnet, blocks * 2 ** ceil(log2(most + 2)))}",
        )


def _wider(subnet: IPv4Network, addresses: int) -> str:
    """The subnet around ``subnet`` that holds so many addresses."""
    return str(subnet.supernet(new_prefix=max(0, 32 - ceil(log2(addresses)))))
