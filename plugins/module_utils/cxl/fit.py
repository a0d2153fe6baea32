# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether given devices make one region below a root decoder, by the kernel's rules, and in which order. Pure.

The rules are those of Linux drivers/cxl/core/region.c; each refusal says which of them stands against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .topology import Decoder, Device, Topology
from .wish import GRANULARITY, STEP, WAYS


def ordered(decoder: Decoder, members: Sequence[Device]) -> list[Device]:
    """The members by position: they take turns between the host bridges, in the order of the decoder's targets."""
    queues = {target: [device for device in members if device.bridge == target] for target in decoder.targets}
    rounds = max((len(queue) for queue in queues.values()), default=0)
    turns = [(target, turn) for turn in range(rounds) for target in decoder.targets]
    return [queues[target][turn] for target, turn in turns if turn < len(queues[target])]


def granularity_of(decoder: Decoder, wished: int | None) -> int:
    """The root decoder's where it interleaves itself, else the wished one."""
    return decoder.granularity if decoder.ways > 1 else wished or GRANULARITY


def problems(
    topology: Topology, decoder: Decoder, members: Sequence[Device], size: int, granularity: int | None
) -> Iterator[str]:
    """What stands against a region of ``size`` bytes over ``members`` below ``decoder``."""
    yield from _decoder(decoder, size)
    yield from _ways(decoder, len(members))
    yield from _bridges(decoder, members)
    yield from _size(topology, members, size)
    if decoder.ways > 1 and granularity not in (None, decoder.granularity):
        yield (
            f"granularity {granularity} found below {decoder.name}, which interleaves {decoder.ways} host bridges"
            f" itself; allowed: its own, {decoder.granularity}"
        )


def _decoder(decoder: Decoder, size: int) -> Iterator[str]:
    if not decoder.volatile:
        yield f"{decoder.name} takes no volatile memory"
    if decoder.locked:
        yield f"{decoder.name} is locked by the firmware; use the regions that it made, or unlock it in its setup"
    if not decoder.creates:
        yield f"the kernel cannot make volatile regions below {decoder.name}: no create_ram_region; Linux 6.3 has it"
    if size > decoder.free:
        yield f"{size} bytes wanted, {decoder.name} has {decoder.free} bytes of addresses left in one piece"


def _ways(decoder: Decoder, ways: int) -> Iterator[str]:
    if ways not in WAYS:
        yield f"{ways} members found; allowed: {', '.join(map(str, WAYS))} in one region"
    times, rest = divmod(ways, decoder.ways)
    if rest or times & (times - 1) or not times:
        yield f"{ways} ways found below {decoder.name} of {decoder.ways}; allowed: {decoder.ways} times a power of two"


def _bridges(decoder: Decoder, members: Sequence[Device]) -> Iterator[str]:
    for device in members:
        if device.bridge not in decoder.targets:
            reach = ", ".join(decoder.targets) or "none"
            yield f"{device.member} is behind {device.bridge or 'no host bridge'}, {decoder.name} reaches {reach}"
    counts = {sum(device.bridge == target for device in members) for target in decoder.targets}
    if decoder.ways > 1 and len(counts) > 1:
        yield f"{decoder.name} wants as many members behind each of {', '.join(decoder.targets)}"
    if len({device.depth for device in members}) > 1:
        told = ", ".join(f"{device.member} {device.depth}" for device in members)
        yield f"the members lie at different depths ({told}); allowed: all behind as many switches"


def _size(topology: Topology, members: Sequence[Device], size: int) -> Iterator[str]:
    ways = max(1, len(members))
    if size % (STEP * ways):
        yield f"{size} bytes found; allowed: a multiple of {STEP * ways}, which is 256 MiB for each of {ways} ways"
    if topology.block and size % topology.block:
        yield f"{size} bytes found; allowed: a multiple of {topology.block}, a memory block: the kernel drops the rest"
    for device in members:
        if size // ways > device.size:
            yield f"{device.member} has {device.size} bytes, its share is {size // ways}"
