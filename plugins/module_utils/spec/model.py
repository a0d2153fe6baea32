# SPDX-License-Identifier: GPL-3.0-or-later
"""The wish as values: what cluster.yml says once it is known to be right. docs/spec.md explains each field."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from ipaddress import IPv4Network
from typing import Any

LOSSLESS, LOSSY = "lossless", "lossy"  # the modes of RoCE, NVIDIA Cumulus Linux's words


@dataclass(frozen=True)
class Management:
    subnet: IPv4Network
    port: str


@dataclass(frozen=True)
class Tier:
    """The switches of one tier, all alike; ``first_address`` None continues after the group before it.

    ``model`` None: what the switch is made of is not known, and published values stand for computed ones.
    """

    count: int
    ports: int
    os: str
    lanes: int
    model: str | None
    buffer_model: str
    first_address: int | None


@dataclass(frozen=True)
class Roce:
    """The class of RoCE, lossless or lossy, and the strict one of its congestion notifications."""

    dscp: int
    priority: int
    cnp_dscp: int
    cnp_priority: int
    incast: int | None = None
    dynamic_th: int = 0
    over_subscription: int = 0
    mode: str = LOSSLESS

    @property
    def lossy(self) -> bool:
        """Whether RoCE goes without PFC and headroom: marks alone slow senders down, and what is lost is sent again."""
        return self.mode == LOSSY

    def senders(self, ports: int) -> int:
        """How many ports of a switch of so many may send to one of them at once."""
        return self.incast or ports - 1


@dataclass(frozen=True)
class Cables:
    """The longest cable of each kind, metres: from a leaf to a host, and from a leaf to a spine.

    SONiC's buffers_config.j2 counts 40 m from a leaf to the switch below it, and each pg_profile_lookup.ini has that.
    Longer than the cable costs buffer, shorter loses packets: so 40 m for hosts too, whose leaf may stand apart.
    """

    host: int = 40
    spine: int = 40


@dataclass(frozen=True)
class Fabric:
    """``speed`` in Mb/s, ``mtu`` in bytes, ``oversubscription`` down to up on a leaf; ``roce`` None on InfiniBand."""

    type: str
    speed: int
    mtu: int
    rails: int
    assignment: str
    oversubscription: Fraction
    subnet: IPv4Network
    leaf: Tier
    spine: Tier
    cables: Cables
    roce: Roce | None
    subnet_manager: tuple[str, ...]

    @classmethod
    def of(cls, cables: Cables | None, **parts: Any) -> Fabric:
        """A fabric whose cables may be left out."""
        return cls(cables=cables or Cables(), **parts)


@dataclass(frozen=True)
class Bandwidth:
    """What a NUMA node of each kind can read, MB/s: with CPUs, and without (CXL)."""

    near: int
    far: int


@dataclass(frozen=True)
class Hugepages:
    size: str
    count: int


@dataclass(frozen=True)
class Memory:
    """CXL memory of one host, ``size`` in bytes (None: no CXL), and huge pages; ``granularity`` in bytes.

    ``use``, ``zone``, ``ways`` and ``granularity`` None where they do not apply or the host's topology decides.
    """

    size: int | None = None
    pool: str | None = None
    first: str = "latency"
    use: str | None = None
    zone: str | None = None
    online: str = "by_plan"
    members: tuple[str, ...] = ()
    ways: int | None = None
    granularity: int | None = None
    tiering: bool = False
    weights: str = "none"
    bandwidth: Bandwidth | None = None
    hugepages: tuple[Hugepages, ...] | None = None
    watch: bool = True


@dataclass(frozen=True)
class Profile:
    """A kind of host: the n-th port is on the n-th rail and belongs to the n-th HCA."""

    name: str
    ports: tuple[str, ...]
    rails: tuple[int, ...]
    hcas: tuple[str, ...]
    gpus: int
    kernel_modules: tuple[str, ...]
    hostname: bool
    nccl: str | None
    nic: str
    nic_driver: str
    nic_buffer: int | None
    memory: Memory | None = None

    @classmethod
    def of(cls, ports: tuple[str, ...], rails: tuple[int, ...] | None, **parts: Any) -> Profile:
        """A profile whose rails may be left out: then they count from 0."""
        return cls(ports=ports, rails=tuple(range(len(ports))) if rails is None else rails, **parts)


@dataclass(frozen=True)
class NodeGroup:
    """``count`` hosts alike, named ``<name>-1`` and on."""

    name: str
    role: str
    count: int
    profile: str
    racks: tuple[str, ...]
    first_address: int | None

    @property
    def hosts(self) -> tuple[str, ...]:
        return tuple(f"{self.name}-{number}" for number in range(1, self.count + 1))


@dataclass(frozen=True)
class Spec:
    version: int
    name: str
    provider: str
    management: Management
    fabric: Fabric
    profiles: dict[str, Profile]
    nodes: tuple[NodeGroup, ...]

    @property
    def switches(self) -> tuple[str, ...]:
        """The names of all switches, leaves first."""
        leaves = [f"leaf-{number}" for number in range(1, self.fabric.leaf.count + 1)]
        return (*leaves, *(f"spine-{number}" for number in range(1, self.fabric.spine.count + 1)))

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of all hosts in the order of the spec."""
        return tuple(host for group in self.nodes for host in group.hosts)

    def profile_of(self, group: str) -> Profile:
        """The profile of the hosts of a node group."""
        return next(self.profiles[nodes.profile] for nodes in self.nodes if nodes.name == group)
