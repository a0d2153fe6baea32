# SPDX-License-Identifier: GPL-3.0-or-later
"""CXL memory devices: health, media errors, and the width and speed of their links; read only. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..cxl.host_look import READS, topology_of
from ..cxl.topology import Device
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, json_of

NAME = "cxl_health"
KEY = ("device",)
BLANK: Row = {}  # no such device
# A memdev's own folder lies in that of its PCI function, which has these files.
LINK = ("current_link_speed", "current_link_width", "max_link_speed", "max_link_width")
# cxl reads poison from the kernel's trace events, whose formats it parses all: 3 minutes in an emulated guest.
MEDIA = Read(("cxl", "list", "-ML"))
# What of the health the maker's device may raise (pmem/ndctl v81, cxl/json.c), where true is bad.
ALARMS = (
    "maintenance_needed",
    "performance_degraded",
    "hw_replacement_needed",
    "media_not_ready",
    "media_persistence_lost",
    "media_data_lost",
    "media_persistence_loss_imminent",
    "media_data_loss_imminent",
)


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The topology and the links; with the option ``media`` also poison, which takes seconds on hardware."""
    links = {name: Read(glob=f"/sys/bus/cxl/devices/mem*/../{name}") for name in LINK}
    return {**READS, **links, **({"media": MEDIA} if options.get("media") else {})}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Every device by serial, or by PCI address where it has none."""
    poison = _poison(seen.get("media"))
    return {
        device.member: {**_row(device, seen), **poison.get(device.memdev, {})}
        for device in topology_of(seen, options).devices
    }


def check(name: str, row: Row) -> None:
    """Nothing is wished here."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: what is broken is mended by hand."""
    return []


def _row(device: Device, seen: Mapping[str, Seen]) -> Row:
    health = device.told.get("health")
    told: dict[str, Any] = health if isinstance(health, dict) else {}
    words = {
        name: told[f"ext_{name}"] for name in ("life_used", "temperature") if isinstance(told.get(f"ext_{name}"), str)
    }
    return {
        "memdev": device.memdev,
        "pci": device.pci,
        "size": device.size,
        "ready": device.ready,
        "node": device.node,
        "alarms": [name for name in ALARMS if told.get(name) is True],
        "life": told.get("life_used_percent"),
        **words,
        "link": _link(device, seen),
    }


def _poison(look: Seen | None) -> dict[str, Row]:
    """How many poisoned ranges each device tells of, by memdev."""
    if look is None:
        return {}
    shown = json_of("cxl list -ML", look, "look at it on the host")
    devices = [one for one in (shown if isinstance(shown, list) else [shown]) if isinstance(one, dict)]
    return {str(one.get("memdev")): {"poison": len(one.get("media_errors") or [])} for one in devices}


def _link(device: Device, seen: Mapping[str, Seen]) -> dict[str, str]:
    """What the kernel says of the link, as ``32.0 GT/s PCIe`` and ``16``."""
    found = {}
    for name in LINK:
        for path, text in seen[name].files.items():
            if path.split("/")[-3] == device.memdev:
                found[name] = text.strip()
    return found
