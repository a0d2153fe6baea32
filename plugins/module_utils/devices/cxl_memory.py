# SPDX-License-Identifier: GPL-3.0-or-later
"""What the memory of CXL regions is used for: system RAM in a zone, or a device for programs, by ``daxctl``. Pure.

Rows have the fields of ``cxl_region`` too, because they tell which region is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..cxl import dax, naming
from ..cxl.host_look import READS, topology_of
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, Settled
from . import cxl_region

NAME = "cxl_memory"
KEY = ("name",)
BLANK: Row = {}  # no such memory
OFFLINE = "offline"
# What the kernel does with memory that comes, by its policy (Documentation/admin-guide/mm/memory-hotplug.rst).
COMES = {"online_movable": dax.MOVABLE, "online_kernel": dax.NORMAL, "online": dax.NORMAL}


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The topology, which tells regions apart, and the memory on them."""
    return {**READS, **dax.READS}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Use, zone, node and bytes online of the memory of each region, under the kernel's names."""
    regions = {region.name: region for region in topology_of(seen, options).regions}
    memory = [device for device in dax.devices(seen).values() if device.region in regions]
    return {device.region: {**cxl_region.shape(regions[device.region]), **_row(device)} for device in memory}


def resolved(state: str, have: Rows, want: Rows, seen: Mapping[str, Seen], options: Options) -> Settled:
    """The memory under the plan's names; of a region that is yet to come, as the kernel will bring it."""
    topology = topology_of(seen, options)
    made, refused = naming.planned(state, topology, want)
    called = naming.names(made, topology)
    wanted = {name: {**cxl_region.shape(one), **_wanted(_wish_of(name, want), one.size)} for name, one in made.items()}
    kernel = naming.upcoming(topology, made)
    there = {} if options.get("listing") else {device.region: device for device in dax.devices(seen).values()}
    memory = {name: there.get(region) or _coming(region, made[name].size, options) for name, region in kernel.items()}
    found = {called.get(region, region): row for region, row in have.items()}
    return Settled(found, want if refused else wanted, {**options, "memory": memory}, refused)


def check(name: str, row: Row) -> None:
    """Refuse system RAM without a zone: a block in ZONE_NORMAL can hardly ever be taken back."""
    cxl_region.check(name, {field: value for field, value in row.items() if field not in ("use", "zone")})
    use, zone = row.get("use"), row.get("zone")
    if use not in (dax.SYSTEM_RAM, dax.DEVDAX):
        raise ValueError(f"config[{name}].use: {use} found; allowed: system_ram or devdax")
    if use == dax.SYSTEM_RAM and zone not in (dax.MOVABLE, dax.NORMAL):
        raise ValueError(
            f"config[{name}].zone: {zone or 'nothing'} found; allowed: movable, or normal to keep it for good"
        )
    if use == dax.DEVDAX and zone:
        raise ValueError(
            f"config[{name}].zone: {zone} found beside devdax; allowed: none, the kernel does not manage it"
        )


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """The steps for each region's memory."""
    return [
        action
        for change in changes
        if change.after
        for action in _steps(options["memory"][change.name], change.after, options)
    ]


def _row(device: dax.Dax) -> Row:
    told: dict[str, Any] = {"use": device.use, "zone": device.zone, "online": device.online, "node": device.node}
    return {field: value for field, value in told.items() if value != ""}


def _wish_of(name: str, want: Rows) -> Row:
    """The wish that a region belongs to: one wish may become several, with numbers behind its name."""
    return want.get(name) or want[name.rpartition("-")[0]]


def _wanted(row: Row, size: int) -> Row:
    if row["use"] == dax.DEVDAX:
        return {"use": dax.DEVDAX, "online": 0}
    return {"use": dax.SYSTEM_RAM, "zone": row["zone"], "online": size}


def _coming(region: str, size: int, options: Options) -> dax.Dax:
    """The memory of a region that is not there yet, as the kernel brings it under the planned policy."""
    zone = COMES.get(str(options.get("policy") or OFFLINE), "")
    use, online = (dax.SYSTEM_RAM, size) if zone else (dax.DEVDAX, 0)
    return dax.Dax(f"dax{region.removeprefix('region')}.0", region, size, 0, use, zone, online, (), "")


def _steps(device: dax.Dax, after: Row, options: Options) -> list[Action]:
    if after["use"] == dax.DEVDAX:
        away = Run(("daxctl", "reconfigure-device", "--mode=devdax", device.name), patience=dax.PATIENCE)
        return [*dax.offline(device), *([away] if device.use != dax.DEVDAX else [])]
    if device.use != dax.SYSTEM_RAM:
        return [_to_ram(device, after["zone"], options)]
    if device.zone == after["zone"] and device.online == device.size:
        return []
    moved = dax.offline(device) if device.zone not in ("", after["zone"]) else []
    return [*moved, *dax.online(device, after["zone"])]


def _to_ram(device: dax.Dax, zone: str, options: Options) -> Action:
    """daxctl refuses while the kernel puts memory online by itself, unless it is forced: there that is meant."""
    force = ("--force",) if (options.get("policy") or OFFLINE) != OFFLINE else ()
    fixed = () if zone == dax.MOVABLE else ("--no-movable",)
    return Run(
        ("daxctl", "reconfigure-device", "--mode=system-ram", *fixed, *force, device.name), patience=dax.PATIENCE
    )
