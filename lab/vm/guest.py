# SPDX-License-Identifier: GPL-3.0-or-later
"""A guest as a value: who it is in its rack, and what hardware it has. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from lab.vm.hardware import Hardware

DEVICES = 4  # CXL devices of a guest
SERIALS = 0xC0FFEE00  # the first guest's begin at ...10, the second's at ...20


@dataclass(frozen=True)
class Port:
    """A fabric port: ``hca`` names the RDMA device on it, ``router`` is the other end's address with prefix."""

    name: str
    hca: str
    router: str


@dataclass(frozen=True)
class Guest:
    """``number`` counts the guests of a rack from 1; ``address`` is on the management network, with prefix.

    ``speed`` of the fabric ports in Mb/s, ``mtu`` in bytes.
    """

    name: str
    number: int
    address: str
    management_port: str
    ports: tuple[Port, ...]
    speed: int
    mtu: int
    hardware: Hardware

    @property
    def serials(self) -> tuple[int, ...]:
        """The serial numbers of its CXL devices, unlike those of any other guest."""
        return tuple(SERIALS + 16 * self.number + number for number in range(DEVICES))

    @property
    def links(self) -> tuple[str, ...]:
        """Its network ports, the management port first."""
        return (self.management_port, *(port.name for port in self.ports))

    def mac(self, port: str) -> str:
        """The MAC address of a port; locally administered, in the range that QEMU takes."""
        return f"52:54:00:00:{self.number:02x}:{self.links.index(port):02x}"

    def tap(self, port: str) -> str:
        """The interface of the rack that the port's cable ends in, 15 letters at most."""
        return f"g{self.number}-{port}"[:15]
