# SPDX-License-Identifier: GPL-3.0-or-later
"""What cxl list and daxctl list print (pmem/ndctl v81, cxl/json.c and util/json.c; held to recordings of 81)."""

from __future__ import annotations

import json
from typing import Any

from cxlsim.hardware import DECODERS
from cxlsim.kernel import Kernel

ALERTS = {
    **{
        f"{name}_{word}": False
        for word in ("prog_warn_threshold_valid", "prog_warn_threshold_writable")
        for name in (
            "life_used",
            "dev_over_temperature",
            "dev_under_temperature",
            "corrected_volatile_mem_err",
            "corrected_pmem_err",
        )
    },
    "life_used_crit_alert_threshold": 75,
    "life_used_prog_warn_threshold": 40,
    "dev_over_temperature_crit_alert_threshold": 35,
    "dev_under_temperature_crit_alert_threshold": 10,
    "dev_over_temperature_prog_warn_threshold": 25,
    "dev_under_temperature_prog_warn_threshold": 20,
    "corrected_volatile_mem_err_prog_warn_threshold": 0,
    "corrected_pmem_err_prog_warn_threshold": 0,
}
DISABLED = {"interleave_ways": 1, "state": "disabled"}
Told = dict[str, Any]


def text(value: Any) -> str:
    """JSON as json-c prints it."""
    return json.dumps(value, indent=2, separators=(",", ":")).replace("/", "\\/")


def memdev(slot: Told, part: str) -> Told:
    """A device: ``short``, with ``health`` or ``media`` errors where it has them, or ``all`` of it."""
    head = {"memdev": slot["memdev"], "ram_size": slot["size"]}
    health = {"health": slot["health"]} if "health" in slot and part in ("health", "all") else {}
    name = {"serial": slot["serial"], "host": slot["pci"], "firmware_version": "BWFW VERSION 00"}
    errors = {"media_errors": slot["media_errors"]} if "media_errors" in slot and part in ("media", "all") else {}
    if part != "all":
        return {**head, **health, **name, **errors}
    parts = {"total_size": slot["size"], "volatile_only_size": slot["size"]}
    partition = {**parts, "persistent_only_size": 0, "partition_alignment_size": 0}
    slots = {"num_slots": 2, "active_slot": 1, "online_activate_capable": True}
    firmware = {**slots, "slot_1_version": "BWFW VERSION 0", "fw_update_in_progress": False}
    return {
        **head,
        **health,
        "alert_config": ALERTS,
        **name,
        "partition_info": partition,
        "firmware": firmware,
        **errors,
    }


def region(kernel: Kernel, number: int, mappings: bool, memory: bool) -> Told:
    one = kernel.regions[number]
    told: Told = {"region": f"region{number}", "resource": one["start"], "size": one["size"], "type": "ram"}
    told |= {"interleave_ways": one["ways"], "interleave_granularity": one["granularity"]}
    told["decode_state"] = "commit"
    if not one["enabled"]:
        told["state"] = "disabled"
    if mappings:
        told["mappings"] = [
            {"position": at, "memdev": name, "decoder": endpoint_decoder(kernel, name, number)}
            for at, name in reversed([*enumerate(one["members"])])
        ]
    if memory and one["enabled"]:
        whole = {"id": number, "size": one["size"], "align": 2097152}
        told["daxregion"] = {**whole, "devices": [dax(kernel, number, False)]}
    return {**told, "qos_class_mismatch": True}


def endpoint_decoder(kernel: Kernel, name: str, number: int) -> str:
    """The decoder of a device that serves a region."""
    order = [taken for taken, _one in kernel.taken(name)].index(number)
    return f"decoder{kernel.hardware.slots[name]['endpoint']}.{order}"


def dax(kernel: Kernel, number: int, mappings: bool) -> Told:
    one = kernel.regions[number]
    told: Told = {"chardev": f"dax{number}.0", "size": one["size"]}
    told |= {"target_node": kernel.hardware.told["node"], "align": 2097152, "mode": one["mode"]}
    if one["mode"] == "system-ram":
        blocks, online = kernel.blocks(number), kernel.online(number)
        told |= {"online_memblocks": len(online), "total_memblocks": len(blocks), "movable": kernel.movable(number)}
    if mappings:
        span = {"page_offset": 0, "start": one["start"], "end": one["start"] + one["size"] - 1, "size": one["size"]}
        told["mappings"] = [span]
    return told


def dax_regions(kernel: Kernel, devices: bool, mappings: bool) -> list[Told]:
    """The newest first, as the kernel links them."""
    return [
        {
            "path": f"/platform/ACPI0017:00/root0/{one['decoder']}/region{number}/dax_region{number}",
            "id": number,
            "size": one["size"],
            "align": 2097152,
            **({"devices": [dax(kernel, number, mappings)]} if devices else {}),
        }
        for number, one in sorted(kernel.regions.items(), reverse=True)
        if one["enabled"]
    ]


def root_decoder(kernel: Kernel, window: Told, targets: bool, memory: bool | None) -> Told:
    """A window; ``memory`` None leaves its regions out."""
    bridges = {bridge["host"]: bridge for bridge in kernel.hardware.bridges}
    ways = len(window["targets"])
    told: Told = {"decoder": window["decoder"], "resource": window["start"], "size": window["size"]}
    told |= {"interleave_ways": ways, **({"interleave_granularity": window["granularity"]} if ways > 1 else {})}
    told |= {"max_available_extent": kernel.free(window["decoder"])[1], "pmem_capable": True}
    told |= {
        "volatile_capable": window.get("volatile", True),
        "accelmem_capable": True,
        "qos_class": 0,
        "nr_targets": ways,
    }
    if targets:
        told["targets"] = [
            {"target": host, "alias": bridges[host]["alias"], "position": at, "id": bridges[host]["id"]}
            for at, host in enumerate(window["targets"])
        ]
    inside = [number for number, one in sorted(kernel.regions.items()) if one["decoder"] == window["decoder"]]
    if inside and memory is not None:
        told[f"regions:{window['decoder']}"] = [region(kernel, number, True, memory) for number in inside]
    return told


def tree(kernel: Kernel, memdevs: str) -> list[Told]:
    """All of it, as cxl list -vvv; ``memdevs`` says how much of each device, or none."""
    hardware = kernel.hardware
    dports = [{"dport": one["host"], "alias": one["alias"], "id": one["id"]} for one in hardware.bridges]
    bus: Told = {
        "bus": "root0",
        "provider": hardware.told["bus"]["provider"],
        "nr_dports": len(dports),
        "dports": dports,
    }
    bus["ports:root0"] = [_port(kernel, bridge, memdevs) for bridge in hardware.bridges]
    bus["decoders:root0"] = [root_decoder(kernel, window, True, memdevs != "health") for window in hardware.windows]
    return [bus]


def _port(kernel: Kernel, bridge: Told, memdevs: str) -> Told:
    names = [slot["memdev"] for slot in bridge["slots"]]
    inside = [number for number, one in sorted(kernel.regions.items()) if {*one["members"]} & {*names}]
    dports = [{"dport": slot["dport"], "id": slot["id"]} for slot in bridge["slots"]]
    head = {"port": bridge["port"], "host": bridge["host"], "depth": 1, "decoders_committed": len(inside)}
    there = [slot for slot in bridge["slots"] if slot["memdev"] not in kernel.gone]
    return {
        **head,
        "nr_dports": len(dports),
        "dports": dports,
        f"endpoints:{bridge['port']}": [_endpoint(kernel, slot, memdevs) for slot in there],
        f"decoders:{bridge['port']}": _port_decoders(kernel, bridge, inside),
    }


def _port_decoders(kernel: Kernel, bridge: Told, inside: list[int]) -> list[Told]:
    number = bridge["port"].removeprefix("port")
    idle = {"target": bridge["slots"][0]["dport"], "position": 0, "id": bridge["slots"][0]["id"]}
    found = []
    for at in range(DECODERS):
        told: Told = {"decoder": f"decoder{number}.{at}"}
        if at < len(inside):
            one = kernel.regions[inside[at]]
            members = [name for name in one["members"] if kernel.hardware.slots[name]["bridge"] == bridge["host"]]
            told |= _span(one, len(members), f"region{inside[at]}")
            places = {name: position for position, name in enumerate(members)}
            slots = [slot for slot in bridge["slots"] if slot["memdev"] in places]
            targets = [{"target": one["dport"], "position": places[one["memdev"]], "id": one["id"]} for one in slots]
        else:
            told, targets = {**told, **DISABLED}, [idle]
        found.append({**told, "nr_targets": len(targets), "targets": targets})
    return found


def _span(one: Told, ways: int, name: str) -> Told:
    fine = {"interleave_granularity": one["granularity"]} if ways > 1 else {}
    return {"resource": one["start"], "size": one["size"], "interleave_ways": ways, **fine, "region": name}


def _endpoint(kernel: Kernel, slot: Told, memdevs: str) -> Told:
    taken = kernel.taken(slot["memdev"])
    number = slot["endpoint"]
    told: Told = {"endpoint": f"endpoint{number}", "host": slot["memdev"], "parent_dport": slot["dport"], "depth": 2}
    told["decoders_committed"] = len(taken)
    if memdevs != "none":
        told["memdev"] = memdev(slot, memdevs)
    decoders, used = [], 0
    for at in range(DECODERS):
        if at < len(taken):
            region_number, one = taken[at]
            share = one["size"] // one["ways"]
            span = _span(one, one["ways"], f"region{region_number}")
            decoders.append(
                {"decoder": f"decoder{number}.{at}", **span, "dpa_resource": used, "dpa_size": share, "mode": "ram"}
            )
            used += share
        else:
            decoders.append({"decoder": f"decoder{number}.{at}", **DISABLED})
    told[f"decoders:endpoint{number}"] = decoders
    return told
