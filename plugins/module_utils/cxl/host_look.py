# SPDX-License-Identifier: GPL-3.0-or-later
"""What to look at on a host for its CXL memory, and the topology that is in it. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..subject import Options, Read, Seen, Unreadable, text_of
from . import listing
from .topology import Topology

BUS = "/sys/bus/cxl/devices"
READS = {
    "list": Read(("cxl", "list", "-BPEDMRTHi")),  # not -vvv: that asks for poison too, by parsing all trace events
    "creates": Read(glob=f"{BUS}/decoder0.*/create_ram_region"),
    "locked": Read(glob=f"{BUS}/decoder0.*/locked"),
    "block": Read(path="/sys/devices/system/memory/block_size_bytes"),
}
MEMORY_CLASS = "0x0502"  # PCI class of CXL memory devices (PCI Code and ID Assignment)
COMING = {"list": READS["list"], "classes": Read(glob="/sys/bus/pci/devices/*/class")}
LIST_REMEDY = "look at 'cxl list -BPEDMRTHi' on the host"


def topology_of(seen: Mapping[str, Seen], options: Options) -> Topology:
    """The topology in a look, or in the option ``listing``, a recorded list; raises ``Unreadable``."""
    recorded = options.get("listing")
    if not recorded and not seen:
        raise Unreadable(
            "listing: missing; give a recorded 'cxl list -BPEDMRTHi', for the commands follow from the topology"
        )
    if recorded:
        tree, creates = _tree(str(recorded)), None
    else:
        tree = _tree(text_of("cxl list -BPEDMRTHi", seen["list"], LIST_REMEDY))
        creates = {_decoder(path): text.strip() for path, text in seen["creates"].files.items()}
    locked = {_decoder(path): text.strip() for path, text in (seen["locked"].files.items() if seen else ())}
    decoders = tuple(
        replace(decoder, creates=creates is None or decoder.name in creates, locked=locked.get(decoder.name) == "1")
        for decoder in listing.decoders(tree)
    )
    upcoming = next(iter(sorted((creates or {}).values())), "region0")
    return Topology(
        tuple(listing.devices(tree)), decoders, tuple(listing.regions(tree)), _block(seen.get("block")), upcoming
    )


def coming(seen: Mapping[str, Seen]) -> list[str]:
    """The memory devices on the PCI bus that have no endpoint yet, by PCI address."""
    classes = seen["classes"].files
    there = {path.split("/")[-2] for path, text in classes.items() if text.strip().startswith(MEMORY_CLASS)}
    try:
        ready = {device.pci for device in listing.devices(_tree(seen["list"].text)) if device.ready}
    except Unreadable:
        ready = set()
    return sorted(there - ready)


def _tree(text: str) -> Any:
    try:
        return json.loads(text or "[]")
    except ValueError:
        raise Unreadable(f"cxl list -BPEDMRTHi: no JSON: {text.strip()[:200]!r}; {LIST_REMEDY}") from None


def _decoder(path: str) -> str:
    return path.split("/")[-2]


def _block(look: Seen | None) -> int:
    """The size of a memory block in bytes, which the kernel writes in hexadecimal; 0 where it is not told."""
    try:
        return int(look.text.strip(), 16) if look is not None and not look.missing else 0
    except ValueError:
        return 0
