# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which ports stand in a plan, whatever order the nodes came in; and addresses without their prefix."""

from __future__ import annotations

import re
from functools import lru_cache

from ..nodes import Nic, Node

Key = tuple[tuple[int, "int | str"], ...]


@lru_cache(maxsize=1 << 17)  # the same few thousand names are sorted for every node of a large cluster
def natural(name: str) -> Key:
    """A key that sorts Ethernet4 before Ethernet16."""
    return tuple((1, int(part)) if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name))


def ports(node: Node) -> list[Nic]:
    """A node's fabric ports: a host's by rail, a switch's by name."""
    if node.os is None:
        return [nic for _rail, nic in rails(node)]
    return sorted(node.nics, key=lambda nic: natural(nic.port))


def rails(node: Node) -> list[tuple[int, Nic]]:
    """A host's ports with the rail of each, by rail."""
    return sorted(((nic.rail, nic) for nic in node.nics if nic.rail is not None), key=lambda pair: pair[0])


def bare(address: str | None) -> str:
    """An address without its prefix; empty where there is none."""
    return (address or "").partition("/")[0]
