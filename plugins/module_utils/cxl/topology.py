# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host has of CXL: devices, root decoders and regions. Sizes in bytes. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Device:
    """A type-3 device; ``bridge`` is its host bridge, ``depth`` the ports between, ``ready`` that it has an endpoint.

    ``told`` is what ``cxl list`` says of it: health, media errors, firmware.
    """

    memdev: str
    serial: int
    pci: str
    size: int
    bridge: str
    depth: int
    ready: bool
    node: int | None = None
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def member(self) -> str:
        """What names it for good: its serial, or its place on the PCI bus where the maker gave it none."""
        return hex(self.serial) if self.serial else self.pci


@dataclass(frozen=True)
class Decoder:
    """A root decoder: a window of the host's addresses. ``targets`` are its host bridges, by position.

    ``creates`` says that the kernel offers ``create_ram_region`` there, ``locked`` that the firmware keeps it.
    """

    name: str
    free: int
    ways: int
    granularity: int
    targets: tuple[str, ...]
    volatile: bool
    creates: bool = True
    locked: bool = False


@dataclass(frozen=True)
class Region:
    """A region that is there: ``members`` by position, each named as ``Device.member``."""

    name: str
    decoder: str
    resource: int
    size: int
    ways: int
    granularity: int
    kind: str
    members: tuple[str, ...]
    committed: bool


@dataclass(frozen=True)
class Topology:
    """``block`` is the size of a memory block; ``upcoming`` the name the kernel gives the next region."""

    devices: tuple[Device, ...] = ()
    decoders: tuple[Decoder, ...] = ()
    regions: tuple[Region, ...] = ()
    block: int = 0
    upcoming: str = ""

    def device(self, member: str) -> Device | None:
        """The device of that serial or PCI address."""
        return next((device for device in self.devices if member in (device.member, device.pci)), None)

    def bridged(self, decoder: Decoder) -> list[Device]:
        """The devices behind a decoder's host bridges."""
        return [device for device in self.devices if device.bridge in decoder.targets]

    @property
    def taken(self) -> frozenset[str]:
        """The members of the regions that are there."""
        return frozenset(member for region in self.regions for member in region.members)
