# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory on CXL regions: dax devices, what they are used for, and which memory blocks they fill. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..subject import Action, Put, Read, Run, Seen, Unreadable, json_of

SYSTEM_RAM, DEVDAX = "system_ram", "devdax"
MOVABLE, NORMAL = "movable", "normal"
MODES = {"system-ram": SYSTEM_RAM, "devdax": DEVDAX}
MEMORY = "/sys/devices/system/memory"
READS = {
    "dax": Read(("daxctl", "list", "-RDM")),
    "states": Read(glob="/sys/bus/dax/devices/*/state"),
    "blocks": Read(glob=f"{MEMORY}/memory*/state"),
    "zones": Read(glob=f"{MEMORY}/memory*/valid_zones"),
    "block": Read(path=f"{MEMORY}/block_size_bytes"),
}
PATIENCE = 600  # seconds: a terabyte is thousands of blocks, and each in use has its pages moved away first
IN_USE = (
    "its memory is in use and stays as it is: stop what uses that memory block and run again; only cxl_region with"
    " leak_until_reboot takes it by force, and its addresses are then lost until the next reboot"
)
REMEDY = "look at 'daxctl list -RDM' on the host"


@dataclass(frozen=True)
class Dax:
    """A dax device; ``online`` in bytes, ``state_file`` where the kernel takes it on and off as a whole (Linux 7.3)."""

    name: str
    region: str
    size: int
    node: int
    use: str
    zone: str
    online: int
    blocks: tuple[int, ...]
    state_file: str


def devices(seen: Mapping[str, Seen]) -> dict[str, Dax]:
    """Every dax device on a CXL region, by name; raises ``Unreadable``. daxctl prints nothing where there is none."""
    look = seen["dax"]
    shown = json_of("daxctl list -RDM", look, REMEDY) if look.missing or look.rc or look.text.strip() else []
    states = {path.split("/")[-2]: path for path in seen["states"].files}
    found = {}
    for part in shown if isinstance(shown, list) else [shown]:
        for told in _objects(part, "devices"):
            device = _device(told, _region(part), states, seen)
            if device.region and device.size:
                found[device.name] = device
    return found


def offline(device: Dax) -> list[Action]:
    """Take its memory from the kernel; where that fails half-way, what was taken goes back."""
    if device.use != SYSTEM_RAM or not device.online:
        return []
    if device.state_file:
        return [Put(device.state_file, "unplugged")]
    back = _online(device.name, device.zone)
    return [Run(("daxctl", "offline-memory", device.name), undo=back, patience=PATIENCE, advice=IN_USE)]


def online(device: Dax, zone: str) -> list[Action]:
    """Give all its memory to the kernel, in ``zone``."""
    if device.state_file:
        return [Put(device.state_file, "online_movable" if zone == MOVABLE else "online_kernel")]
    return [Run(_online(device.name, zone), patience=PATIENCE)]


def _online(name: str, zone: str) -> tuple[str, ...]:
    return ("daxctl", "online-memory", *(() if zone == MOVABLE else ("--no-movable",)), name)


def _objects(part: Any, key: str) -> list[dict[str, Any]]:
    """The objects below ``key``; raises ``Unreadable`` for another form."""
    told = part.get(key) or [] if isinstance(part, dict) else None
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        raise Unreadable(f"daxctl list -RDM: an answer of another form; {REMEDY}")
    return told


def _region(part: Any) -> str:
    """The CXL region in a dax region's path; empty for memory of another kind."""
    words = [word for word in str(part.get("path", "")).split("/") if word.startswith("region")]
    return words[-1] if words else ""


def _device(told: dict[str, Any], region: str, states: Mapping[str, str], seen: Mapping[str, Seen]) -> Dax:
    name, size = str(told.get("chardev", "")), _whole(told.get("size"))
    blocks = _blocks(told, _whole_hex(seen["block"]))
    use = MODES.get(str(told.get("mode")), str(told.get("mode", "")))
    total, on = _whole(told.get("total_memblocks")), _whole(told.get("online_memblocks"))
    online = size * on // total if total else 0
    zone = _zone(told, blocks, seen) if use == SYSTEM_RAM and online else ""
    return Dax(name, region, size, _whole(told.get("target_node")), use, zone, online, blocks, states.get(name, ""))


def _blocks(told: dict[str, Any], size: int) -> tuple[int, ...]:
    """The numbers of the memory blocks that its mappings fill."""
    found: list[int] = []
    for mapping in _objects(told, "mappings") if size else []:
        start, end = _whole(mapping.get("start")), _whole(mapping.get("end"))
        if 0 <= end - start < size << 20:
            found += range(start // size, end // size + 1)
    return tuple(found)


def _zone(told: dict[str, Any], blocks: tuple[int, ...], seen: Mapping[str, Seen]) -> str:
    """The zone that its online blocks lie in; both where they differ."""
    zones = {path.split("/")[-2]: text.split() for path, text in seen["zones"].files.items()}
    states = {path.split("/")[-2]: text.strip() for path, text in seen["blocks"].files.items()}
    names = [f"memory{number}" for number in blocks]
    words = {zones[name][0] for name in names if states.get(name) == "online" and zones.get(name)}
    told_zones = {MOVABLE if word == "Movable" else NORMAL for word in words}
    if not told_zones:
        return MOVABLE if told.get("movable") else NORMAL
    return " and ".join(sorted(told_zones))


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _whole_hex(look: Seen) -> int:
    try:
        return int(look.text.strip() or "0", 16)
    except ValueError:
        return 0
