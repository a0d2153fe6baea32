# SPDX-License-Identifier: GPL-3.0-or-later
"""What a switch of any make shall do, before it is said in the words of one: the same intent for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network

from ..nodes import Nic, Node
from ..spec.model import Roce


@dataclass(frozen=True)
class SwitchWish:
    """``mtu`` and the marking thresholds in bytes, ``percent`` just below ``kmax``, ``cable`` in metres.

    ``detection`` is how long a pause must last to count as a storm, ms. ``ways`` are blocks behind other leaves.
    """

    node: Node
    mtu: int
    roce: Roce
    ways: tuple[tuple[IPv4Network, tuple[Nic, ...]], ...]
    kmin: int
    kmax: int
    percent: int
    cable: int
    detection: int
