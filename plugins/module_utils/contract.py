# SPDX-License-Identifier: GPL-3.0-or-later
"""What a provider says it built: nodes, their fabric ports and who is at the other end. See docs/contract.md."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 1  # of the contract; a change that an older reader would misread makes it 2
SWITCH_ROLES = ("leaf", "spine")
HOST_ROLES = ("compute", "memory", "storage", "management")
ROLES = (*HOST_ROLES, *SWITCH_ROLES)
SWITCH_OS = ("sonic", "cumulus", "eos", "nxos", "mlnx_os")


@dataclass(frozen=True)
class Peer:
    """The port at the other end of a link; ``address`` in CIDR, None where that end has none."""

    node: str
    port: str
    address: str | None


@dataclass(frozen=True)
class Nic:
    """One fabric port; ``speed`` in Mb/s, ``rail`` None between switches, ``hca`` None on switches."""

    port: str
    rail: int | None
    hca: str | None
    address: str | None
    speed: int
    peer: Peer


@dataclass(frozen=True)
class Node:
    """One host or switch; ``os`` is None for a host."""

    name: str
    role: str
    os: str | None
    address: str
    user: str
    rack: str | None
    profile: str | None
    group: str
    management_port: str | None
    host_keys: tuple[str, ...]
    bmc: str | None
    tags: dict[str, str]
    nics: tuple[Nic, ...]


@dataclass(frozen=True)
class Contract:
    """The nodes of one cluster as one source told them; ``source`` is how errors name it."""

    source: str
    cluster: str
    nodes: dict[str, Node]
