# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of cxl 81: list, create-region, disable-region, destroy-region, disable-memdev, version."""

from __future__ import annotations

from typing import Any

from cxlsim import hardware, kernel, listing
from cxlsim.kernel import Busy, Kernel
from cxlsim.words import Line, Stop, parse, say, size

WAYS = (1, 2, 3, 4, 6, 8, 12, 16)
STEP = 256 << 20
LISTED = {
    "memdevs": "M",
    "regions": "R",
    "decoders": "D",
    "targets": "T",
    "idle": "i",
    "buses": "B",
    "ports": "P",
    "endpoints": "E",
    "health": "H",
    "media-errors": "L",
}
FOUND = {"serial": "s", "decoder": "d", "memdev": "m", "region": "r"}
CREATED = {"decoder": "d", "size": "s", "ways": "w", "granularity": "g", "type": "t", "uuid": "U"}


def main(words: list[str]) -> int:
    command, rest = (words or [""])[0], words[1:]
    try:
        if command in ("version", "--version"):
            print("81")
        elif command == "list":
            show(parse(rest, LISTED, FOUND))
        elif command == "create-region":
            create(parse(rest, {"memdevs": "m"}, CREATED))
        elif command in ("disable-region", "destroy-region", "enable-region"):
            each_region(command, parse(rest, {"force": "f"}, {}))
        elif command == "disable-memdev":
            disable(parse(rest, {"force": "f"}, {}))
        else:
            raise Stop(f"Unknown command: '{command}'", 1)
    except Stop as stop:
        say(str(stop))
        return stop.code
    return 0


def show(line: Line) -> None:
    machine, found = hardware.read(), []
    if machine:
        with kernel.locked(machine) as now:
            found = listed(now, line)
    print(listing.text(found))
    if not found:
        say("  Warning: no matching devices found\n")


def listed(now: Kernel, line: Line) -> list[Any]:
    wanted = line.flags & {"M", "R", "D"}
    if line.depth:
        return listing.tree(now, "all" if "R" not in wanted else "none")
    if {"B", "P", "E"} <= line.flags:
        return listing.tree(now, "health")
    lists = {
        "M": [listing.memdev(slot, "media" if "L" in line.flags else "short") for slot in memdevs(now, line)]
        if "M" in wanted or not wanted
        else [],
        "D": [listing.root_decoder(now, one, False, None) for one in now.hardware.windows] if "D" in wanted else [],
        "R": [listing.region(now, number, "T" in line.flags, False) for number in sorted(now.regions)]
        if "R" in wanted or not wanted
        else [],
    }
    full = [one for one in lists.values() if one]
    if len(full) < 2:
        return full[0] if full else []
    names = {"M": "memdevs", "D": "root decoders", "R": "regions"}
    return [{names[kind]: lists[kind]} for kind in ("M", "D", "R") if lists[kind]]


def memdevs(now: Kernel, line: Line) -> list[dict[str, Any]]:
    serial = int(line.values["s"], 0) if "s" in line.values else None
    slots = [slot for name, slot in now.hardware.slots.items() if name not in now.gone or "i" in line.flags]
    return [slot for slot in slots if serial in (None, slot["serial"])]


def create(line: Line) -> None:
    machine = hardware.read()
    try:
        if machine is None or not machine.windows:
            raise Stop("cxl region: parse_create_options: no root decoder specified")
        with kernel.locked(machine) as now:
            number = made(now, line)
            print(listing.text(listing.region(now, number, True, False)))
    except Stop as stop:
        end = "" if str(stop).endswith("regions") else "\n"
        raise Stop(f"{stop}{end}cxl region: cmd_create_region: created 0 regions", stop.code) from None
    say("cxl region: cmd_create_region: created 1 region")


def made(now: Kernel, line: Line) -> int:
    decoder = line.values.get("d", now.hardware.windows[0]["decoder"])
    window, names = now.hardware.window(decoder), line.names
    if "U" in line.values and line.values.get("t") == "ram":
        raise Stop("cxl region: parse_create_options: can't set UUID for ram / volatile regions")
    ways = int(line.values.get("w", len(names)))
    if ways > len(names):
        told = f"Interleave ways {ways} is greater than number of memdevs specified: {len(names)}"
        raise Stop(f"cxl region: validate_ways: {told}")
    slots = [now.hardware.slots.get(name) for name in names[:ways]]
    if window is None or any(slot is None or slot["bridge"] not in window["targets"] for slot in slots):
        told = f"decoder: {decoder} filter: {','.join(names)}"
        raise Stop(f"cxl region: collect_memdevs: no active memdevs found: {told}")
    if line.values.get("t", "pmem") != "ram":
        raise Stop("cxl region: create_region: unable to determine region size")
    return checked(now, line, window, slots, ways)


def checked(now: Kernel, line: Line, window: dict[str, Any], slots: list[Any], ways: int) -> int:
    roots = len(window["targets"])
    granularity = int(line.values.get("g", window["granularity"]))
    if roots > 1 and granularity != window["granularity"]:
        told = f"For an x{roots} root, only root decoder granularity ({window['granularity']}) permitted"
        raise Stop(f"cxl region: validate_granularity: {told}")
    if not window.get("creates", True):
        say("libcxl: cxl_decoder_create_region: failed to read new region name: No such file or directory")
        raise Stop(f"cxl region: create_region: failed to create region under {window['decoder']}")
    wanted = size(line.values["s"]) if "s" in line.values else min(left(now, slot) for slot in slots) * ways
    number = now.upcoming()
    times, rest = divmod(ways, roots)
    if ways not in WAYS or rest or times & (times - 1):
        raise Stop(f"cxl region: create_region: region{number}: failed to set interleave ways: Invalid argument")
    for at, slot in enumerate(slots):
        if slot["bridge"] != window["targets"][at % roots]:
            raise Stop(f"cxl region: create_region: region{number}: failed to set target{at} to {slot['memdev']}")
    for slot in slots:
        if wanted // ways > left(now, slot) or not wanted:
            decoder = f"decoder{slot['endpoint']}.{len(now.taken(slot['memdev']))}"
            raise Stop(f"cxl region: create_region: {decoder}: set_dpa_size failed: No space left on device")
    if wanted % (STEP * ways) or now.place(window["decoder"], wanted) is None:
        raise Stop(f"cxl region: create_region: region{number}: failed to set size: Invalid argument")
    return now.create(window["decoder"], [slot["memdev"] for slot in slots], wanted, ways, granularity)


def left(now: Kernel, slot: dict[str, Any]) -> int:
    """What of a device no region takes."""
    return slot["size"] - sum(one["size"] // one["ways"] for _number, one in now.taken(slot["memdev"]))


def each_region(command: str, line: Line) -> None:
    """cxl ends with 0 where nothing was there to do."""
    verb, past = command.split("-")[0], {"disable": "disabled", "destroy": "destroyed", "enable": "enabled"}
    machine, done, last = hardware.read(), 0, ""
    if machine:
        with kernel.locked(machine) as now:
            names = {*line.names}
            for number in [one for one in sorted(now.regions, reverse=True) if {f"region{one}", "all"} & names]:
                last = one_region(now, verb, number, "f" in line.flags) or last
                done += not last
    if last:
        say(f"cxl region: region_action: one or more failures, last failure: {last}")
    told = f"cxl region: cmd_{verb}_region: {past[verb]} {done} region{'' if done == 1 else 's'}"
    if last:
        raise Stop(told)
    say(told)


def one_region(now: Kernel, verb: str, number: int, force: bool) -> str:
    """The failure, or nothing."""
    region = now.regions[number]
    if verb == "enable":
        region["enabled"] = True
        return ""
    if verb == "destroy" and region["enabled"] and not force:
        say(f"cxl region: destroy_region: region{number} active. Disable it or use --force")
        say(f"cxl region: decoder_region_action: region{number}: failed: Device or resource busy")
        return "Device or resource busy"
    try:
        now.take_offline(number)
    except Busy:
        if not force:
            say(f"cxl region: decoder_region_action: region{number}: failed: Device or resource busy")
            return "Device or resource busy"
    now.sysfs.remove(now.blocks(number))
    region["enabled"] = False
    if verb == "destroy":
        now.destroy(number)
    return ""


def disable(line: Line) -> None:
    machine, done, failed = hardware.read(), 0, False
    if machine:
        with kernel.locked(machine) as now:
            for name in line.names:
                if now.taken(name) and "f" not in line.flags:
                    say(f"cxl memdev: action_disable: {name} is part of an active region")
                    failed = True
                elif name in now.hardware.slots and name not in now.gone:
                    now.gone.append(name)
                    done += 1
    told = f"cxl memdev: cmd_disable_memdev: disabled {done} mem"
    if failed:
        raise Stop(told)
    say(told)
