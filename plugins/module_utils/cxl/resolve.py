# SPDX-License-Identifier: GPL-3.0-or-later
"""From the wishes of a plan and the topology of a host to regions, each with its reasons. Pure.

What is there and fits stays as it is. ``first: latency`` takes whole devices, the nearest first, each as a region of
its own: no way through a second device, and one that fails or is taken back costs only its own share.
``first: bandwidth`` takes one region over as many devices as the rules allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .fit import granularity_of, ordered, problems
from .topology import Decoder, Device, Region, Topology
from .wish import BANDWIDTH, STEP, WAYS, Refused, Wish


@dataclass(frozen=True)
class Planned:
    """A region as it shall be; ``there`` is the kernel's name of one that is there already."""

    name: str
    decoder: str
    members: tuple[str, ...]
    size: int
    ways: int
    granularity: int
    there: str
    why: str


def resolve(topology: Topology, wishes: Sequence[Wish]) -> dict[str, Planned]:
    """The regions of all wishes by name; raises ``Refused`` for the first wish that cannot be."""
    _apart(topology, wishes)
    found: dict[str, Planned] = {}
    left = topology
    for wish in sorted(wishes, key=lambda wish: (not wish.members, wish.name)):
        made = _made(left, wish)
        found.update({region.name: region for region in made})
        left = _without(left, made)
    return found


def _apart(topology: Topology, wishes: Sequence[Wish]) -> None:
    """Refuse a device that two wishes name, under whatever name."""
    owner: dict[str, str] = {}
    for wish in wishes:
        for member in wish.members:
            device = topology.device(member)
            key = device.member if device else member
            if owner.setdefault(key, wish.name) != wish.name:
                raise Refused(f"{wish.at}.members: {member} is in config[{owner[key]}] too; allowed: one region each")


def _without(topology: Topology, made: Sequence[Planned]) -> Topology:
    """What the next wish may still take."""
    members = {member for region in made for member in region.members}
    devices = tuple(device for device in topology.devices if device.member not in members)
    used = {name: sum(r.size for r in made if r.decoder == name and not r.there) for name in {r.decoder for r in made}}
    decoders = tuple(replace(one, free=one.free - used.get(one.name, 0)) for one in topology.decoders)
    regions = tuple(region for region in topology.regions if not {*region.members} & members)
    return replace(topology, devices=devices, decoders=decoders, regions=regions)


def _made(topology: Topology, wish: Wish) -> list[Planned]:
    regions = _named(topology, wish) if wish.members else _chosen(topology, wish)
    if len(regions) == 1:
        return [replace(regions[0], name=wish.name)]
    return [replace(region, name=f"{wish.name}-{number}") for number, region in enumerate(regions, 1)]


def _named(topology: Topology, wish: Wish) -> list[Planned]:
    """The regions of a wish that names its devices."""
    devices = [_device(topology, wish, member) for member in wish.members]
    if wish.ways or wish.first == BANDWIDTH or len(devices) == 1:
        return [_one(topology, wish, devices, wish.size, "the plan names its devices")]
    return _singles(topology, wish, devices, "the plan names its devices")


def _device(topology: Topology, wish: Wish, member: str) -> Device:
    device = topology.device(member)
    if device is None:
        there = ", ".join(device.member for device in topology.devices) or "none"
        raise Refused(f"{wish.at}.members: {member} is not there; found: {there}; look at its slot, link and power")
    if not device.ready:
        told = "has no endpoint: the kernel could not bring up its link or its ports"
        raise Refused(f"{wish.at}.members: {member} ({device.memdev}) {told}; look at dmesg for cxl")
    return device


def _chosen(topology: Topology, wish: Wish) -> list[Planned]:
    """The regions of a wish that leaves the choice of devices to the host: those that are there stay."""
    free = [
        device for device in topology.devices if device.ready and device.size and device.member not in topology.taken
    ]
    if wish.ways or wish.first == BANDWIDTH:
        return [_stays(topology, wish) or _widest(topology, wish, free)]
    kept = _kept(topology, wish)
    rest = wish.size - sum(region.size for region in kept)
    nearest = sorted(free, key=lambda device: (device.depth, device.pci))
    return kept + (_singles(topology, wish, nearest, "nearest first", rest) if rest > 0 else [])


def _kept(topology: Topology, wish: Wish) -> list[Planned]:
    kept: list[Planned] = []
    for region in _volatile(topology):
        if region.ways == 1 and region.size <= wish.size - sum(one.size for one in kept):
            kept.append(_of(region, "is there and fits"))
    return kept


def _stays(topology: Topology, wish: Wish) -> Planned | None:
    """A region that is there and is what was wished."""
    for region in _volatile(topology):
        fits = wish.ways in (None, region.ways) and wish.granularity in (None, region.granularity)
        if region.size == wish.size and fits:
            return _of(region, "is there and fits")
    return None


def _volatile(topology: Topology) -> list[Region]:
    return [region for region in topology.regions if region.kind == "ram" and region.committed and region.members]


def _of(region: Region, why: str) -> Planned:
    return Planned("", region.decoder, region.members, region.size, region.ways, region.granularity, region.name, why)


def _singles(
    topology: Topology, wish: Wish, devices: Sequence[Device], why: str, size: int | None = None
) -> list[Planned]:
    """Regions of one device each until ``size`` is reached; the last may take a part of its device."""
    left, found = wish.size if size is None else size, []
    for device in devices:
        share = min(left, device.size - device.size % max(STEP, topology.block or STEP))
        if share > 0:
            made = _one(topology, wish, [device], share, why)
            topology = _without(topology, [made])
            found.append(made)
            left -= share
    if left:
        _enough(topology, wish, left, ())
    return found


def _enough(topology: Topology, wish: Wish, size: int, free: Sequence[Device]) -> None:
    """Refuse what the free devices have not, and say which regions keep the others."""
    have = sum(device.size for device in free)
    if size <= have:
        return
    kept = ", ".join(region.name for region in topology.regions)
    told = f"; others are in {kept}, which must be removed first" if kept else ""
    raise Refused(
        f"{wish.at}.size: {wish.size} bytes wanted, {size - have} of them find no device: {len(free)} free devices have"
        f" {have}{told}; wish less, add devices, or let the pool give more"
    )


def _widest(topology: Topology, wish: Wish, free: Sequence[Device]) -> Planned:
    """The region over the most devices that the rules allow; the refusal of the narrowest where none fits."""
    _enough(topology, wish, wish.size, free)
    refusal = Refused(f"{wish.at}: no devices make up a region here: as many behind each host bridge, at one depth")
    for ways in [wish.ways] if wish.ways else sorted(WAYS, reverse=True):
        for members in _groups(topology, free, ways):
            try:
                return _one(topology, wish, members, wish.size, f"the most ways that fit: {ways}")
            except Refused as refused:
                refusal = refused
        if wish.ways and len(free) < ways:
            raise Refused(f"{wish.at}.ways: {ways} wanted, {len(free)} free devices found; wish fewer, or add devices")
    raise refusal


def _groups(topology: Topology, free: Sequence[Device], ways: int) -> list[list[Device]]:
    """Devices to try as one region of so many ways: the same number behind each host bridge of a decoder."""
    found = []
    for decoder in _preferred(topology):
        each, rest = divmod(ways, max(1, len(decoder.targets)))
        if rest or not each:
            continue
        groups = [_behind(free, target, each) for target in decoder.targets]
        if all(len(group) == each for group in groups):
            found.append([device for group in groups for device in group])
    return found


def _behind(free: Sequence[Device], bridge: str, count: int) -> list[Device]:
    """The nearest ``count`` devices behind a host bridge, all at one depth."""
    behind = [device for device in free if device.bridge == bridge]
    for depth in sorted({device.depth for device in behind}):
        same = [device for device in behind if device.depth == depth]
        if len(same) >= count:
            return same[:count]
    return []


def _preferred(topology: Topology) -> list[Decoder]:
    """Decoders, those that interleave host bridges last: a plain one leaves more ways open."""
    return sorted(topology.decoders, key=lambda decoder: (decoder.ways, decoder.name))


def _one(topology: Topology, wish: Wish, members: Sequence[Device], size: int, why: str) -> Planned:
    """One region over these devices; what is there under them must be it, or goes first."""
    told: list[str] = []
    same = _same(topology, wish, members, size)
    if same is not None:
        return same
    for decoder in _preferred(_freed(topology, members)):
        against = [*problems(topology, decoder, members, size, wish.granularity)]
        if not against:
            inside = ordered(decoder, members)
            granularity = granularity_of(decoder, wish.granularity)
            names = tuple(device.member for device in inside)
            reason = f"{why}; {decoder.name} reaches all of them and has room"
            return Planned("", decoder.name, names, size, len(inside), granularity, "", reason)
        told.append(against[0])
    raise Refused(f"{wish.at}: {'; '.join(dict.fromkeys(told)) or 'no root decoder is there; look at the firmware'}")


def _same(topology: Topology, wish: Wish, members: Sequence[Device], size: int) -> Planned | None:
    """The region over just these devices, where it has the wished size, ways and granularity."""
    names = {device.member for device in members}
    for region in _volatile(topology):
        fits = wish.granularity in (None, region.granularity)
        if {*region.members} == names and region.size == size and fits:
            return _of(region, "is there and fits")
    return None


def _freed(topology: Topology, members: Sequence[Device]) -> Topology:
    """The topology once the regions over ``members`` are gone."""
    names = {device.member for device in members}
    gone = [region for region in topology.regions if names & {*region.members}]
    back: Mapping[str, int] = {
        one.name: sum(r.size for r in gone if r.decoder == one.name) for one in topology.decoders
    }
    return replace(topology, decoders=tuple(replace(one, free=one.free + back[one.name]) for one in topology.decoders))
