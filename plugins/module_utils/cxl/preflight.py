# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host's kernel and firmware lack for volatile CXL regions. Read from sysfs alone, no tool is needed. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..subject import Read, Seen

BUS = "/sys/bus/cxl/devices"
READS = {
    "bus": Read(path=BUS),
    "roots": Read(glob=f"{BUS}/decoder0.*/cap_ram"),
    "creates": Read(glob=f"{BUS}/decoder0.*/create_ram_region"),
    "devices": Read(glob=f"{BUS}/mem*/serial"),
    "dax": Read(path="/sys/bus/dax/drivers"),
    "iomem": Read(path="/proc/iomem"),
    "release": Read(path="/proc/sys/kernel/osrelease"),
}
SOFT_RESERVED = "Soft Reserved"


def lacks(seen: Mapping[str, Seen]) -> list[str]:
    """Each thing that is missing, with what to do; empty where regions can be made."""
    return [*_lacks(seen)]


def _lacks(seen: Mapping[str, Seen]) -> Iterator[str]:
    kernel = seen["release"].text.strip() or "this kernel"
    if seen["bus"].missing:
        yield (
            f"no CXL bus ({BUS} is not there): {kernel} has no CXL support or no CXL host bridge is there;"
            " take a kernel with CONFIG_CXL_BUS, load cxl_acpi, and turn CXL on in the firmware's setup"
        )
        return
    if "1" not in {text.strip() for text in seen["roots"].files.values()}:
        yield f"no root decoder: {_firmware(seen)}"
    elif not seen["creates"].files:
        yield (
            f"{kernel} cannot make volatile regions (no create_ram_region below {BUS}/decoder0.*);"
            " take Linux 6.3 or newer, or memory that the firmware has set up"
        )
    if not seen["devices"].files:
        yield "no CXL memory device: look at slots and links, and whether cxl_pci and cxl_mem are loaded"
    if seen["dax"].missing:
        yield f"{kernel} has no dax bus: CONFIG_DEV_DAX, CONFIG_DEV_DAX_CXL and CONFIG_DEV_DAX_KMEM must be set"


def _firmware(seen: Mapping[str, Seen]) -> str:
    """Memory that the firmware mapped by itself shows as soft reserved, and is no CXL memory to Linux."""
    if SOFT_RESERVED in seen["iomem"].text:
        return "the firmware has mapped the memory itself (Soft Reserved in /proc/iomem): a dax device, see daxctl list"
    return "the firmware offers no window for CXL memory (CEDT, CFMWS); turn it on in its setup"
