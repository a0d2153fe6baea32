# SPDX-License-Identifier: GPL-3.0-or-later
"""Volatile CXL regions, by ``cxl``. Devices are named by serial or PCI address, never by memN. Pure.

A row names devices and a size; what that means on a host is resolved with the topology that it shows. ``cxl`` ends
with 0 where it did nothing (pmem/ndctl v81), so what counts is the list that is taken afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..cxl import dax, naming, wish
from ..cxl.host_look import READS, topology_of
from ..cxl.resolve import Planned
from ..cxl.topology import Region, Topology
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, Settled

NAME = "cxl_region"
KEY = ("name",)
BLANK: Row = {}  # no such region
SETTLE = ("udevadm", "settle", "--timeout=30")  # seconds; udev loads dax_cxl and kmem for the first region of a boot


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The topology, and the memory that lies on the regions."""
    return {**READS, **dax.READS}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The volatile regions under the kernel's names."""
    return {region.name: shape(region) for region in topology_of(seen, options).regions if region.kind == "ram"}


def resolved(state: str, have: Rows, want: Rows, seen: Mapping[str, Seen], options: Options) -> Settled:
    """Regions under the plan's names, and the wish with decoder, devices, ways and granularity chosen."""
    topology = topology_of(seen, options)
    made, refused = naming.planned(state, topology, want)
    called = naming.names(made, topology)
    wanted = {name: _planned(one, want.get(name, {})) for name, one in made.items()}
    more = {
        "topology": topology,
        "made": made,
        "there": {plan: kernel for kernel, plan in called.items()},
        "dax": {} if options.get("listing") else dax.devices(seen),
    }
    found = {called.get(region, region): row for region, row in have.items()}
    return Settled(found, want if refused else wanted, {**options, **more}, refused)


def check(name: str, row: Row) -> None:
    """Refuse what no host could make; a row that must go needs only its name."""
    if row.get("size") is not None or row.get("members"):
        wish.read(name, {"size": wish.STEP * int(row.get("ways") or 1), **row})


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Tear down from the last region to the first, then make new ones: decoders are freed in that order."""
    going = sorted((change for change in changes if change.before), key=lambda change: -_place(change, options))
    coming = [change for change in changes if change.after]
    return [
        *(action for change in going for action in _down(change.name, options)),
        *(action for change in coming for action in _up(change.name, options)),
        *([Run(SETTLE)] if coming else []),
    ]


def shape(region: Region | Planned) -> Row:
    """What makes a region the one that it is."""
    return {
        "members": [*region.members],
        "size": region.size,
        "ways": region.ways,
        "granularity": region.granularity,
    }


def _planned(one: Planned, row: Row) -> Row:
    return {**shape(one), **({"absent": True} if row.get("absent") else {})}


def _place(change: Change, options: Options) -> int:
    """Where a region begins."""
    topology: Topology = options["topology"]
    kernel = options["there"].get(change.name)
    return next((region.resource for region in topology.regions if region.name == kernel), 0)


def _up(name: str, options: Options) -> list[Action]:
    one: Planned = options["made"][name]
    topology: Topology = options["topology"]
    memdevs = [device.memdev for member in one.members if (device := topology.device(member))]
    numbers = ("-w", str(one.ways), "-g", str(one.granularity), "-s", str(one.size))
    return [
        Run(("cxl", "create-region", "-t", "ram", "-d", one.decoder, *numbers, "-m", *memdevs), patience=dax.PATIENCE)
    ]


def _down(name: str, options: Options) -> list[Action]:
    """Offline, disable, destroy; forced only where the caller says that its addresses may be lost until a reboot."""
    region = options["there"][name]
    if options.get("leak_until_reboot"):
        return [Run(("cxl", "destroy-region", "-f", region), patience=dax.PATIENCE)]
    memory = [device for device in options["dax"].values() if device.region == region]
    return [
        *(action for device in memory for action in dax.offline(device)),
        Run(("cxl", "disable-region", region)),
        Run(("cxl", "destroy-region", region)),
    ]
