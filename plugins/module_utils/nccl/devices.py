# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of devices as NCCL reads them: ``[^][=]name[:port[:rail[:plane]]],...``; for HCAs and for interfaces.

Source: NVIDIA/nccl src/misc/utils.cc parseStringList, matchIf; src/transport/net_ib/init.cc. ^ is looked for first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MOST = 32  # HCAs that NCCL keeps: NCCL user guide, NCCL_IB_HCA


@dataclass(frozen=True)
class Entry:
    """One device; a part that is not given is empty."""

    name: str
    port: str = ""
    rail: str = ""
    plane: str = ""


@dataclass(frozen=True)
class DeviceList:
    """``exact`` names, or prefixes of names; what is listed is meant, or all else where ``exclude``."""

    exclude: bool
    exact: bool
    entries: tuple[Entry, ...]

    def matches(self, entry: Entry, device: str) -> bool:
        """Whether an entry means a device."""
        return device == entry.name if self.exact else device.startswith(entry.name)

    def selected(self, present: Iterable[str]) -> list[str]:
        """The devices of a host that NCCL uses; a list without entries means all."""
        if not self.entries:
            return [*present]
        return [device for device in present if self._means(device) != self.exclude]

    def _means(self, device: str) -> bool:
        return any(self.matches(entry, device) for entry in self.entries)


def devices(value: str) -> DeviceList:
    """The list in a variable's value."""
    exclude = value.startswith("^")
    rest = value[1:] if exclude else value
    exact = rest.startswith("=")
    parts = [_entry(part) for part in (rest[1:] if exact else rest).split(",")]
    return DeviceList(exclude, exact, tuple(entry for entry in parts if entry.name))


def _entry(text: str) -> Entry:
    name, port, rail, plane = [*text.split(":", 3), "", "", ""][:4]
    return Entry(name, port, rail, plane)
