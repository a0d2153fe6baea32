# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of daxctl 81: list, offline-memory, online-memory, reconfigure-device, version."""

from __future__ import annotations

from cxlsim import hardware, kernel, listing
from cxlsim.kernel import Busy, Kernel
from cxlsim.words import Line, Stop, parse, say

LISTED = {"devices": "D", "regions": "R", "mappings": "M", "idle": "i"}
RACE = """{dax}:
  WARNING: detected a race while onlining memory
  Some memory may not be in the expected zone. It is
  recommended to disable any other onlining mechanisms,
  and retry. If onlining is to be left to other agents,
  use the --no-online option to suppress this warning"""


def main(words: list[str]) -> int:
    command, rest = (words or [""])[0], words[1:]
    try:
        if command in ("version", "--version"):
            print("81")
        elif command == "list":
            show(parse(rest, LISTED, {"region": "r", "dev": "d"}))
        elif command in ("offline-memory", "online-memory"):
            each(command.split("-")[0], parse(rest, {"no-movable": "N"}, {}))
        elif command == "reconfigure-device":
            reconfigure(parse(rest, {"no-movable": "N", "force": "f", "no-online": "O"}, {"mode": "m"}))
        else:
            raise Stop(f"Unknown command: '{command}'", 1)
    except Stop as stop:
        if str(stop):
            say(str(stop))
        return stop.code
    return 0


def show(line: Line) -> None:
    machine = hardware.read()
    if machine is None:
        return
    with kernel.locked(machine) as now:
        mappings = "M" in line.flags
        if "R" in line.flags:
            found = listing.dax_regions(now, "D" in line.flags, mappings)
        else:
            numbers = [number for number, one in sorted(now.regions.items(), reverse=True) if one["enabled"]]
            found = [listing.dax(now, number, mappings) for number in numbers]
    if found:
        print(listing.text(found))


def named(now: Kernel, names: list[str]) -> list[int]:
    wanted = [number for number in sorted(now.regions) if {f"dax{number}.0", "all"} & {*names}]
    return [number for number in wanted if now.regions[number]["enabled"]]


def each(verb: str, line: Line) -> None:
    """Offline or online; the exit code is daxctl's errno, cut to a byte."""
    machine, done, failure = hardware.read(), 0, Stop("", 0)
    if machine:
        with kernel.locked(machine) as now:
            numbers = named(now, line.names)
            failure = failure if numbers else _none(verb)
            for number in numbers:
                try:
                    done += one(now, verb, number, "Normal" if "N" in line.flags else "Movable")
                except Stop as stop:
                    failure = stop
    else:
        failure = _none(verb)
    if str(failure):
        say(str(failure))
    say(f"{verb}d memory for {done} device{'' if done == 1 else 's'}")
    raise Stop("", failure.code)


def _none(verb: str) -> Stop:
    return Stop(f"error {verb[:-1]}ing memory: No such device or address", 250)


def one(now: Kernel, verb: str, number: int, zone: str) -> int:
    name, blocks = f"dax{number}.0", now.blocks(number)
    if now.regions[number]["mode"] == "devdax":
        say(f"{name}: memory operations are not applicable in devdax mode")
        raise Stop(f"error {verb[:-1]}ing memory: No such device or address", 250)
    online = now.online(number)
    if (verb == "offline" and not online) or (verb == "online" and len(online) == len(blocks)):
        say(f"{name}: all memory sections ({len(blocks)}) already {verb}")
        raise Stop("", 1)
    try:
        _ = now.take_offline(number) if verb == "offline" else now.put_online(number, zone)
    except Busy as busy:
        path = f"/sys/devices/system/node/node{now.hardware.told['node']}/{busy}/state"
        say(f"libdaxctl: offline_one_memblock: {name}: Failed to offline {path}: Device or resource busy")
        say(f"{name}: failed to offline memory: Device or resource busy")
        raise Stop("error offlining memory: Device or resource busy", 240) from None
    return 1


def reconfigure(line: Line) -> None:
    machine, found, failure = hardware.read(), [], Stop("error reconfiguring devices: No such device or address", 250)
    if machine:
        with kernel.locked(machine) as now:
            for number in named(now, line.names):
                try:
                    to_mode(now, number, line)
                    found.append(listing.dax(now, number, False))
                    failure = Stop("", 0)
                except Stop as stop:
                    failure = stop
    if found:
        print(listing.text(found))
    if str(failure):
        say(str(failure))
    say(f"reconfigured {len(found)} device{'' if len(found) == 1 else 's'}")
    raise Stop("", failure.code)


def to_mode(now: Kernel, number: int, line: Line) -> None:
    name, mode = f"dax{number}.0", line.values.get("m", "devdax")
    before, policy = now.regions[number]["mode"], now.sysfs.policy()
    if mode == "devdax":
        to_devdax(now, number, "f" in line.flags)
        return
    if before == "system-ram":
        say(f"{name} was already in system-ram mode")
        return
    fixed = "N" in line.flags
    if policy != "offline" and not {"f", "N"} & line.flags:
        say(f"{name}: error: kernel policy will auto-online memory, aborting")
        raise Stop("error reconfiguring devices: Device or resource busy", 240)
    now.to_mode(number, "system-ram")
    if policy != "offline":
        now.put_online(number, "Movable" if policy == "online_movable" else "Normal")
        if fixed != (policy != "online_movable"):
            say(RACE.format(dax=name))
        say(f"{name}: all memory sections ({len(now.blocks(number))}) already online")
    elif "O" not in line.flags:
        now.put_online(number, "Normal" if fixed else "Movable")


def to_devdax(now: Kernel, number: int, force: bool) -> None:
    name, online = f"dax{number}.0", now.online(number)
    if now.regions[number]["mode"] == "devdax":
        say(f"{name} was already in devdax mode")
        return
    if online and not force:
        say(f"{name}: error: memory is still online, use --force to offline it")
        raise Stop("error reconfiguring devices: Device or resource busy", 240)
    if force and not online:
        say(f"{name}: all memory sections ({len(now.blocks(number))}) already offline")
    now.take_offline(number)
    now.to_mode(number, "devdax")
