# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of sysfs and procfs that shows memory, below /run/lab; what a person may write there stays as written."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from cxlsim.hardware import RUN, Hardware

if TYPE_CHECKING:
    from cxlsim.kernel import Kernel

SYS = RUN / "sys"
BUS, DAX = SYS / "bus/cxl/devices", SYS / "bus/dax/devices"
MEMORY, NODES = SYS / "devices/system/memory", SYS / "devices/system/node"
TIERS = SYS / "devices/virtual/memory_tiering"
WEIGHTS = SYS / "kernel/mm/mempolicy/weighted_interleave"
# As Linux 6.12 boots (recorded): a distribution's default for memory that comes is another file's business.
DEFAULTS = {
    MEMORY / "auto_online_blocks": "online",
    SYS / "kernel/mm/numa/demotion_enabled": "false",
    SYS / "kernel/mm/hugepages/hugepages-2048kB/nr_hugepages": "0",
    SYS / "kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages": "0",
    RUN / "proc/sys/kernel/numa_balancing": "0",
}
DRAM_TIER = 4


def put(path: Path, text: str) -> None:
    """Write a file of the view, where it does not hold that already."""
    if not path.exists() or path.read_text() != f"{text}\n":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")


class Sysfs:
    """The view of one machine."""

    def __init__(self, hardware: Hardware) -> None:
        self.hardware = hardware

    def policy(self) -> str:
        return (MEMORY / "auto_online_blocks").read_text().strip()

    def state(self, block: int) -> str:
        path = MEMORY / f"memory{block}" / "state"
        return path.read_text().strip() if path.exists() else ""

    def zone(self, block: int) -> str:
        return (MEMORY / f"memory{block}" / "valid_zones").read_text().split()[0]

    def blocks(self, numbers: list[int], state: str, zone: str) -> None:
        for number in numbers:
            put(MEMORY / f"memory{number}" / "state", state)
            put(MEMORY / f"memory{number}" / "valid_zones", zone)

    def remove(self, numbers: list[int]) -> None:
        for number in numbers:
            shutil.rmtree(MEMORY / f"memory{number}", ignore_errors=True)

    def boot(self) -> None:
        """What is there after a boot, before anybody does anything."""
        for path, text in DEFAULTS.items():
            put(path, text)
        put(MEMORY / "block_size_bytes", f"{self.hardware.block:x}")
        (SYS / "bus/dax/drivers").mkdir(parents=True, exist_ok=True)
        DAX.mkdir(parents=True, exist_ok=True)
        for slot in self.hardware.slots.values():
            self._device(slot)

    def _device(self, slot: dict) -> None:
        function = SYS / "devices/pci" / slot["pci"]
        put(function / "class", "0x050210")
        for name, text in {**self.hardware.told["link"], **slot.get("link", {})}.items():
            put(function / name, text)
        put(function / slot["memdev"] / "serial", hex(slot["serial"]))
        for link, target in (
            (BUS / slot["memdev"], function / slot["memdev"]),
            (SYS / "bus/pci/devices" / slot["pci"], function),
        ):
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.is_symlink():
                link.symlink_to(target)

    def show(self, kernel: Kernel) -> None:
        """Follow the kernel: decoders, dax devices, nodes and tiers."""
        for window in self.hardware.windows:
            folder = BUS / window["decoder"]
            put(folder / "cap_ram", "1")
            put(folder / "locked", str(int(window.get("locked", False))))
            if window.get("creates", True):
                put(folder / "create_ram_region", f"region{kernel.upcoming()}")
        there = {f"dax{number}.0" for number in kernel.regions}
        for name in there:
            (DAX / name).mkdir(exist_ok=True)
        for path in [path for path in DAX.iterdir() if path.name not in there]:
            path.rmdir()
        self._nodes(kernel)

    def _nodes(self, kernel: Kernel) -> None:
        size = sum(len(kernel.online(number)) for number in kernel.regions) * self.hardware.block
        self._node(0, "0-1", self.hardware.told["dram"], DRAM_TIER)
        self._node(self.hardware.told["node"], "", size, self.hardware.told["tier"])

    def _node(self, number: int, cpus: str, size: int, tier: int) -> None:
        """A node is there while it has memory online."""
        files = (NODES / f"node{number}", TIERS / f"memory_tier{tier}", WEIGHTS / f"node{number}")
        if not size:
            for path in files[:2]:
                shutil.rmtree(path, ignore_errors=True)
            files[2].unlink(missing_ok=True)
            return
        put(files[0] / "cpulist", cpus)
        put(files[0] / "meminfo", f"Node {number} MemTotal: {size >> 10:>14} kB")
        put(files[1] / "nodelist", str(number))
        if not files[2].exists():
            put(files[2], "1")
