# SPDX-License-Identifier: GPL-3.0-or-later
"""How a switch's packet memory is shared out, and what the switch would refuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from .asics import KIB, SPECTRUM
from .headroom import WIDE
from .port_headroom import Group, Port, too_small
from .switch_models import Switch
from .why import Why

POOL_SOURCE = "sonic-swss cfgmgr/buffer_pool_mellanox.lua"
MANAGEMENT = 256 * KIB
MIRROR = 10 * KIB  # of each port; none from Spectrum-6 on
DESCRIPTORS = 32 * KIB * KIB  # from Spectrum-6 on
PRIVATE = 10 * KIB  # of each lossless port's headroom is not shared
LEAST_SHARED = 640 * KIB
EGRESS_LOSSY = 9216  # bytes of egress_lossy_profile in each port's list
DEVIATION = 4096  # bytes the switch's own check of a port allows for error


@dataclass(frozen=True)
class Pools:
    """Bytes: what all groups share, the headroom they share, what is reserved beside, and the whole."""

    shared: int
    headroom: int
    reserved: int
    whole: int
    why: Why


def alpha(dynamic_th: int) -> Fraction:
    """The share of the free pool that a group may take: SONiC's ``dynamic_th`` is its power of two."""
    return Fraction(2) ** dynamic_th


def shared_headroom(needs: Sequence[int], ratio: int) -> int:
    """Bytes of the shared headroom pool where no more than one in ``ratio`` groups fills up at once."""
    return ceil(Fraction(sum(needs), ratio)) if ratio else 0


def pools(switch: Switch, groups: Sequence[tuple[Port, Group]], ratio: int = 0) -> Pools:
    """The pools of a switch whose ports each have one lossless and one lossy group; ``shared`` below 0 does not fit."""
    if isinstance(switch.generation, str):
        headroom = shared_headroom([group.shared for _, group in groups], ratio or 1)
        parts = {"groups": sum(group.size for _, group in groups)}
    else:
        headroom, parts = _spectrum(switch.generation, groups, ratio)
    reserved = sum(parts.values())
    free = (switch.memory - reserved - headroom) // switch.cell * switch.cell
    inputs = {"memory": switch.memory, **parts, "shared headroom": headroom, "ratio": ratio, "ports": len(groups)}
    source = POOL_SOURCE if isinstance(switch.generation, int) else switch.source
    return Pools(
        free, headroom, reserved, switch.memory, Why("pool = memory - reserves - shared headroom", inputs, source)
    )


def _spectrum(generation: int, groups: Sequence[tuple[Port, Group]], ratio: int) -> tuple[int, dict[str, int]]:
    """Shared headroom and reserves, bytes."""
    private = PRIVATE * len(groups) if ratio else 0
    needed = shared_headroom([max(0, sum(group.shared for _, group in groups) - private)], ratio)
    reserves = {
        "groups": sum(group.size for _, group in groups),
        "lossy groups": sum(lossy(generation, port) for port, _ in groups),
        "management groups": sum(lossy(generation, port) for port, _ in groups),
        "egress": EGRESS_LOSSY * len(groups),
        "private headroom": private,
        "mirror": MIRROR * len(groups) if generation < 6 else 0,
        "management": MANAGEMENT,
        "descriptors": DESCRIPTORS if generation >= 6 else 0,
    }
    return needed or (LEAST_SHARED if ratio else 0), reserves


def lossy(generation: int, port: Port) -> int:
    """Bytes a Spectrum reserves for a lossy group of a port."""
    pipeline = SPECTRUM[generation].pipeline
    return 2 * pipeline - KIB if port.lanes == WIDE else pipeline


def pool_problem(switch: Switch, made: Pools) -> str:
    """Why the headroom does not fit into a switch; empty if it does."""
    if made.shared > 0:
        return ""
    return (
        f"headroom: {made.reserved} bytes reserved and {made.headroom} shared found; allowed: less than the switch's"
        f" memory, {switch.memory}; do: shorten cables, lower the MTU or share the headroom (over_subscribe_ratio)"
    )


def port_problem(switch: Switch, port: Port, group: Group, limit: int | None = None) -> str:
    """Why the switch would refuse a port's lossless group, as its own check does; empty if it would not.

    ``limit`` is the switch's ``max_headroom_size``, bytes; where it tells none it does not check it.
    """
    below = too_small(port, group)
    if below or isinstance(switch.generation, str):
        return below
    total = DEVIATION + 2 * lossy(switch.generation, port) + 2 * MIRROR * _units(port) + group.size
    if limit is not None and total >= limit:
        return f"headroom of a port: {total} bytes found; allowed: less than {limit} (max_headroom_size)"
    most = shared_limit(switch.generation, port)
    if group.shared > most:
        return f"shared headroom of a port: {group.shared} bytes found; allowed: up to {most}"
    return ""


def shared_limit(generation: int, port: Port) -> int:
    """Bytes of shared headroom a Spectrum lets one port use."""
    asic = SPECTRUM[generation]
    return (asic.port_max_shared + asic.port_reserved_shared * _units(port)) * asic.cell


def _units(port: Port) -> int:
    """Buffer units a port uses."""
    return 2 if port.lanes == WIDE else 1
