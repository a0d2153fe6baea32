# SPDX-License-Identifier: GPL-3.0-or-later
"""CXL topologies of a guest, in QEMU's words. Pure.

A window is a range of physical addresses that the firmware keeps for CXL (CFMWS). Only a 1-way region in the last one
is real memory to the guest; QEMU emulates each access to any other region, and a program that runs from it dies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

DEVICE_MIB = 256  # Linux adds memory in blocks of 128 MiB, and a region in multiples of ways x 256 MiB
WINDOW = "size=4G"
GRANULARITY = 256  # bytes from one member of an interleaved region to the next; the least that CXL allows
# CXL's buses are apart from each other: each root port and switch port takes one.
BUSES = {"cxl.1": 16, "cxl.2": 64}

Words = list[str]


def topology(name: str, serials: Sequence[int]) -> Words:
    """The arguments of a topology with a device of each serial number."""
    return TOPOLOGIES[name](serials)


def device(number: int, serial: int, bus: str) -> Words:
    """A volatile memory device behind a port. Its ids are mem<n> and, for what it stores in, backend<n>."""
    backend = f"memory-backend-ram,id=backend{number},share=on,size={DEVICE_MIB}M"
    return [
        *("-object", backend),
        *("-device", f"cxl-type3,bus={bus},volatile-memdev=backend{number},id=mem{number},sn={serial:#x}"),
    ]


def _none(serials: Sequence[int]) -> Words:
    return []


def _one_bridge(serials: Sequence[int]) -> Words:
    """One host bridge, a root port for each device, and two empty ones to plug devices into."""
    ports = [_root_port(number, "cxl.1") for number in range(len(serials) + 2)]
    devices = [device(number, serial, f"port{number}") for number, serial in enumerate(serials)]
    return _flat([_bridge("cxl.1"), _windows(("cxl.1",)), *ports, *devices])


def _two_bridges(serials: Sequence[int]) -> Words:
    """Half of the devices behind each of two host bridges; a window over both, and one for each."""
    half = len(serials) // 2
    bridges = ["cxl.1" if number < half else "cxl.2" for number in range(len(serials))]
    ports = [_root_port(number, bridge) for number, bridge in enumerate(bridges)]
    devices = [device(number, serial, f"port{number}") for number, serial in enumerate(serials)]
    windows = _windows(("cxl.1", "cxl.2"), ("cxl.1",), ("cxl.2",))
    return _flat([_bridge("cxl.1"), _bridge("cxl.2"), windows, *ports, *devices])


def _switch(serials: Sequence[int]) -> Words:
    """One host bridge with one root port, and a switch below it with a port for each device."""
    below = [
        ["-device", f"cxl-downstream,port={number},bus=upstream,id=port{number},chassis=1,slot={number + 1}"]
        for number in range(len(serials))
    ]
    devices = [device(number, serial, f"port{number}") for number, serial in enumerate(serials)]
    upstream = ["-device", "cxl-rp,port=0,bus=cxl.1,id=root,chassis=0,slot=1"]
    upstream += ["-device", "cxl-upstream,bus=root,id=upstream"]
    return _flat([_bridge("cxl.1"), _windows(("cxl.1",)), upstream, *below, *devices])


def _bridge(name: str) -> Words:
    return ["-device", f"pxb-cxl,bus_nr={BUSES[name]},bus=pcie.0,id={name}"]


def _root_port(number: int, bridge: str) -> Words:
    return ["-device", f"cxl-rp,port={number},bus={bridge},id=port{number},chassis=0,slot={number + 1}"]


def _windows(*windows: Sequence[str]) -> Words:
    """One window for each list of bridges; in one option, as QEMU does not join a list from several."""
    return ["-machine", ",".join(word for number, bridges in enumerate(windows) for word in _window(number, bridges))]


def _window(number: int, bridges: Sequence[str]) -> Words:
    targets = [f"cxl-fmw.{number}.targets.{index}={bridge}" for index, bridge in enumerate(bridges)]
    return [*targets, f"cxl-fmw.{number}.{WINDOW}", f"cxl-fmw.{number}.interleave-granularity={GRANULARITY}"]


def _flat(parts: Sequence[Words]) -> Words:
    return [word for part in parts for word in part]


TOPOLOGIES: dict[str, Callable[[Sequence[int]], Words]] = {
    "none": _none,
    "one_bridge": _one_bridge,
    "two_bridges": _two_bridges,
    "switch": _switch,
}
