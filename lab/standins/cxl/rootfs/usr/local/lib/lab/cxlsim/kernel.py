# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel remembers and does: regions, dax devices and memory blocks. Lost at a restart, as in hardware."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cxlsim.hardware import RUN, Hardware
from cxlsim.sysfs import Sysfs

STATE = RUN / "cxl" / "state.json"
HELD = RUN / "cxl" / "held"  # memory blocks that a program uses and the kernel cannot move, one a line
Region = dict[str, Any]


class Busy(Exception):
    """What is asked for is in use: says where."""


class Kernel:
    """``regions`` by number; each has decoder, members, size, ways, granularity, start, mode and enabled."""

    def __init__(self, hardware: Hardware) -> None:
        self.hardware = hardware
        self.sysfs = Sysfs(hardware)
        told = json.loads(STATE.read_text()) if STATE.exists() else {}
        self.regions: dict[int, Region] = {int(number): region for number, region in told.get("regions", {}).items()}
        self.gone: list[str] = told.get("gone", [])  # memdevs that are disabled

    def save(self) -> None:
        STATE.parent.mkdir(parents=True, exist_ok=True)
        partial = STATE.with_suffix(".partial")
        partial.write_text(json.dumps({"regions": self.regions, "gone": self.gone}, indent=1))
        partial.replace(STATE)
        self.sysfs.show(self)

    def upcoming(self) -> int:
        """The number of the next region: the lowest that is free."""
        return next(number for number in range(1024) if number not in self.regions)

    def taken(self, memdev: str) -> list[tuple[int, Region]]:
        """The regions that a device is in, in the order of its decoders."""
        return [(number, one) for number, one in sorted(self.regions.items()) if memdev in one["members"]]

    def free(self, decoder: str) -> tuple[int, int]:
        """Start and size of the largest gap of a window."""
        window = self.hardware.window(decoder)
        spans = sorted((one["start"], one["size"]) for one in self.regions.values() if one["decoder"] == decoder)
        gaps, at = [], window["start"]
        for start, size in spans:
            gaps.append((start - at, at))
            at = start + size
        gaps.append((window["start"] + window["size"] - at, at))
        size, start = max(gaps, key=lambda gap: (gap[0], -gap[1]))
        return start, size

    def place(self, decoder: str, size: int) -> int | None:
        """Where a region of that size comes to lie: the first gap that holds it."""
        window = self.hardware.window(decoder)
        at = window["start"]
        for start, length in sorted((r["start"], r["size"]) for r in self.regions.values() if r["decoder"] == decoder):
            if start - at >= size:
                return at
            at = start + length
        return at if window["start"] + window["size"] - at >= size else None

    def create(self, decoder: str, members: list[str], size: int, ways: int, granularity: int) -> int:
        """Make a region; its memory comes as the policy for new memory says."""
        number, start = self.upcoming(), self.place(decoder, size)
        policy = self.sysfs.policy()
        mode = "devdax" if policy == "offline" else "system-ram"
        shape = {"size": size, "ways": ways, "granularity": granularity, "start": start}
        self.regions[number] = {"decoder": decoder, "members": members, **shape, "mode": mode, "enabled": True}
        if mode == "system-ram":
            self.sysfs.blocks(self.blocks(number), "online", "Movable" if policy == "online_movable" else "Normal")
        return number

    def blocks(self, number: int) -> list[int]:
        """The memory blocks that a region fills."""
        region, size = self.regions[number], self.hardware.block
        return list(range(region["start"] // size, (region["start"] + region["size"]) // size))

    def online(self, number: int) -> list[int]:
        """Those that are online."""
        return [block for block in self.blocks(number) if self.sysfs.state(block) == "online"]

    def movable(self, number: int) -> bool:
        return all(self.sysfs.zone(block) == "Movable" for block in self.online(number))

    def take_offline(self, number: int) -> int:
        """Take the blocks offline, one after the other; raises ``Busy`` at the first that is held."""
        held = HELD.read_text().split() if HELD.exists() else []
        done = 0
        for block in self.online(number):
            if f"memory{block}" in held:
                raise Busy(f"memory{block}")
            self.sysfs.blocks([block], "offline", "Normal Movable")
            done += 1
        return done

    def put_online(self, number: int, zone: str) -> int:
        waiting = [block for block in self.blocks(number) if self.sysfs.state(block) != "online"]
        self.sysfs.blocks(waiting, "online", zone)
        return len(waiting)

    def to_mode(self, number: int, mode: str) -> None:
        """Bind its dax device to another driver; as system RAM its blocks are there, as a device they are not."""
        self.regions[number]["mode"] = mode
        if mode == "devdax":
            self.sysfs.remove(self.blocks(number))
        else:
            self.sysfs.blocks(self.blocks(number), "offline", "Normal Movable")

    def destroy(self, number: int) -> None:
        self.sysfs.remove(self.blocks(number))
        del self.regions[number]


@contextmanager
def locked(hardware: Hardware) -> Iterator[Kernel]:
    """The kernel, for one tool at a time; what changed is kept."""
    STATE.parent.mkdir(parents=True, exist_ok=True)
    with (STATE.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kernel = Kernel(hardware)
        try:
            yield kernel
        finally:
            kernel.save()
