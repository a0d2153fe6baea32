# SPDX-License-Identifier: GPL-3.0-or-later
"""A host's fabric ports themselves: address and MTU, speed, no global pause, and the GID NCCL must find."""

from __future__ import annotations

from ..nodes import Node
from .model import Subject, subject
from .order import bare, ports


def link(node: Node, mtu: int) -> Subject:
    """Address and MTU (bytes) of each port, and that it is up."""
    rows = [{"port": nic.port, "address": nic.address, "mtu": mtu, "up": True} for nic in ports(node)]
    return subject(rows, state="merged")


def speed(node: Node) -> Subject:
    """No port with a forced speed: that can be undone; a slow link can only be found, which the check `speed` does."""
    return subject([{"port": nic.port, "autoneg": True} for nic in ports(node)], state="merged")


def fec(node: Node) -> Subject:
    """Whose FEC is looked at: a port's own word beside its switch's."""
    return subject({"port": nic.port} for nic in ports(node))


def pause(node: Node) -> Subject:
    """Global pause off: with it mlx5 treats all eight priorities as lossless (kernel en/port_buffer.c)."""
    return subject([{"port": nic.port, "rx": False, "tx": False} for nic in ports(node)], state="merged")


def gid(node: Node) -> Subject:
    """The address whose RoCE v2 GID each HCA must have."""
    return subject({"hca": nic.hca, "port": nic.port, "address": bare(nic.address)} for nic in ports(node))
