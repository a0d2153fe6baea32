# SPDX-License-Identifier: GPL-3.0-or-later
"""Hosts to resolve wishes on, told in few words: bridges with devices, windows and regions."""

from __future__ import annotations

from typing import Any

from plugins.module_utils.cxl.topology import Decoder, Device, Region, Topology

MIB = 1 << 20


def host(told: dict[str, Any]) -> Topology:
    """Sizes in MiB; a device is [serial, size] or [serial, size, depth], and hangs on the bridge that lists it."""
    devices = [
        Device(f"mem{number}", serial, f"0000:{0x20 + number:02x}:00.0", size * MIB, bridge, *(rest or [2]), True)
        for number, (bridge, (serial, size, *rest)) in enumerate(
            (bridge, device) for bridge, listed in told["bridges"].items() for device in listed
        )
    ]
    return Topology(
        tuple(devices),
        tuple(_window(name, window) for name, window in told["windows"].items()),
        tuple(_region(name, region) for name, region in told.get("regions", {}).items()),
        told.get("block", 128) * MIB,
        "region0",
    )


def _window(name: str, told: dict[str, Any]) -> Decoder:
    targets = tuple(told["targets"])
    fine = told.get("granularity", 256)
    return Decoder(name, told["free"] * MIB, len(targets), fine, targets, True, locked=told.get("locked", False))


def _region(name: str, told: dict[str, Any]) -> Region:
    members = tuple(told["members"])
    fine = told.get("granularity", 256)
    size = told["size"] * MIB
    return Region(name, told["decoder"], told.get("at", 0) * MIB, size, len(members), fine, "ram", members, True)
