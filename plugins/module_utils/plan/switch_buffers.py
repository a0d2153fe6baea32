# SPDX-License-Identifier: GPL-3.0-or-later
"""The packet buffers of a SONiC switch as rows of CONFIG_DB, for both of its buffer models.

dynamic: the switch computes headroom and pools itself and is told what from. traditional: it is told the
results. Names are SONiC's own: its buffer managers look for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .buffers import EGRESS_LOSSY, Pools
from .config_db import row
from .model import Row
from .port_headroom import Group, Port, Traffic
from .switch_models import DYNAMIC, TRADITIONAL, Switch

ALL = "AZURE"  # the one entry SONiC's buffer managers know
INGRESS, EGRESS, EGRESS_LOSSY_POOL = "ingress_lossless_pool", "egress_lossless_pool", "egress_lossy_pool"
LOSSY_PG = "ingress_lossy_profile"
COMPUTED = "NULL"  # the dynamic model's word for a profile it shall compute
LAST_QUEUE = 7
BEST_EFFORT_TH, UNLIMITED_TH = 3, 7  # sonic-buildimage buffers_defaults_objects.j2, Mellanox
COLOURS = ("green", "yellow", "red")
# SONiC's own rows over several priorities, sonic-buildimage buffers_defaults_objects.j2
STOCK = (("BUFFER_PG", "3-4"), ("BUFFER_QUEUE", "0-2"), ("BUFFER_QUEUE", "3-4"), ("BUFFER_QUEUE", "5-6"))


@dataclass(frozen=True)
class Buffers:
    """All that the rows of a switch follow from; ``ports`` by name, ``ratio`` 0 where headroom is not shared."""

    switch: Switch
    ports: Mapping[str, tuple[Port, Group]]
    pools: Pools
    priority: int
    dynamic_th: int
    ratio: int
    traffic: Traffic


def rows(buffers: Buffers, model: str) -> list[Row]:
    """The rows for a switch of that buffer model, ``dynamic`` or ``traditional``."""
    computed = model == DYNAMIC
    if computed and isinstance(buffers.switch.generation, str):
        raise ValueError(f"buffer_model: {model} found; allowed: {TRADITIONAL} on a {buffers.switch.generation}")
    return [
        *pools(buffers, computed),
        *common_profiles(buffers.switch),
        *(_pattern(buffers) if computed else _lossless_profiles(buffers)),
        *(made for name in buffers.ports for made in _of_port(name, buffers, computed)),
        row("CABLE_LENGTH", ALL, {name: f"{port.cable}m" for name, (port, _) in buffers.ports.items()}),
    ]


def replaced(buffers: Buffers) -> list[tuple[str, str]]:
    """Table and key of the stock rows that overlap with these and must go."""
    ours = {(made["table"], made["key"]) for name in buffers.ports for made in _of_port(name, buffers, True)}
    found = [(table, f"{name}|{part}") for name in buffers.ports for table, part in STOCK]
    return [place for place in found if place not in ours]


def wred(name: str, kmin: int, kmax: int, percent: int) -> Row:
    """The marking curve. A colour is marked only where its own switch is on too (sonic-buildimage issue 4545)."""
    fields: dict[str, object] = {"ecn": "ecn_all"}
    for colour in COLOURS:
        fields[f"wred_{colour}_enable"] = "true"
        fields[f"{colour}_min_threshold"] = kmin
        fields[f"{colour}_max_threshold"] = kmax
        fields[f"{colour}_drop_probability"] = percent
    return row("WRED_PROFILE", name, fields)


def profile_name(port: Port) -> str:
    """The name under which SONiC's buffer manager looks for a port's lossless profile before it makes one."""
    return f"pg_lossless_{port.speed}_{port.cable}m_profile"


def pools(buffers: Buffers, computed: bool) -> Iterator[Row]:
    """A pool without a size is computed by the dynamic model. Broadcom counts shared headroom into its pool."""
    made, broadcom = buffers.pools, isinstance(buffers.switch.generation, str)
    size = made.whole if broadcom else made.shared
    shared = {"xoff": made.headroom} if made.headroom else {}
    sizes: dict[str, object] = {} if computed else {"size": size, **shared}
    static = {"type": "egress", "mode": "static" if broadcom else "dynamic", "size": made.whole}
    yield row("BUFFER_POOL", INGRESS, {"type": "ingress", "mode": "dynamic", **sizes})
    yield row("BUFFER_POOL", EGRESS, static)
    if not broadcom:
        lossy = {} if computed else {"size": size}
        yield row("BUFFER_POOL", EGRESS_LOSSY_POOL, {"type": "egress", "mode": "dynamic", **lossy})


def common_profiles(switch: Switch) -> list[Row]:
    """The profiles that ports and their groups and queues share, named as SONiC names them."""
    if isinstance(switch.generation, str):
        # sonic-buildimage device/arista 7060X6 buffers_defaults_t0.j2: lossless egress may take all.
        return [
            _profile(LOSSY_PG, INGRESS, 0, dynamic_th=BEST_EFFORT_TH),
            _profile("egress_lossless_profile", EGRESS, 0, static_th=switch.memory),
            _profile("egress_lossy_profile", EGRESS, 0, dynamic_th=BEST_EFFORT_TH),
        ]
    return [
        _profile("ingress_lossless_profile", INGRESS, 0, dynamic_th=UNLIMITED_TH),
        _profile(LOSSY_PG, INGRESS, 0, dynamic_th=BEST_EFFORT_TH),
        _profile("egress_lossless_profile", EGRESS, 0, dynamic_th=UNLIMITED_TH),
        _profile("egress_lossy_profile", EGRESS_LOSSY_POOL, EGRESS_LOSSY, dynamic_th=UNLIMITED_TH),
        _profile("q_lossy_profile", EGRESS_LOSSY_POOL, 0, dynamic_th=BEST_EFFORT_TH),
    ]


def _pattern(buffers: Buffers) -> list[Row]:
    """What the dynamic model computes from."""
    shared = {"over_subscribe_ratio": buffers.ratio} if buffers.ratio else {}
    traffic = buffers.traffic
    packets = {"mtu": traffic.mtu, "small_packet_percentage": traffic.small_packet_percentage}
    return [
        row("LOSSLESS_TRAFFIC_PATTERN", ALL, {**packets}),
        row("DEFAULT_LOSSLESS_BUFFER_PARAMETER", ALL, {"default_dynamic_th": buffers.dynamic_th, **shared}),
    ]


def _lossless_profiles(buffers: Buffers) -> list[Row]:
    """One profile for each speed and length that a port has."""
    made = {profile_name(port): group for port, group in buffers.ports.values()}
    return [
        _profile(
            name, INGRESS, group.size, dynamic_th=buffers.dynamic_th, xon=group.xon, xoff=group.xoff, **_offset(group)
        )
        for name, group in sorted(made.items())
    ]


def _offset(group: Group) -> dict[str, int]:
    return {"xon_offset": group.xon_offset} if group.xon_offset else {}


def _profile(name: str, pool: str, size: int, **fields: int) -> Row:
    return row("BUFFER_PROFILE", name, {"pool": pool, "size": size, **fields})


def _of_port(name: str, buffers: Buffers, computed: bool) -> Iterator[Row]:
    port, _ = buffers.ports[name]
    yield row("BUFFER_PG", f"{name}|0", {"profile": LOSSY_PG})
    yield row("BUFFER_PG", f"{name}|{buffers.priority}", {"profile": COMPUTED if computed else profile_name(port)})
    yield row("BUFFER_QUEUE", f"{name}|{buffers.priority}", {"profile": "egress_lossless_profile"})
    for queues in other_queues(buffers.priority):
        yield row("BUFFER_QUEUE", f"{name}|{queues}", {"profile": lossy_queue(buffers.switch)})
    if isinstance(buffers.switch.generation, int):
        lists = {"INGRESS": "ingress_lossless_profile", "EGRESS": "egress_lossless_profile,egress_lossy_profile"}
        for way, profiles in lists.items():
            yield row(f"BUFFER_PORT_{way}_PROFILE_LIST", name, {"profile_list": profiles})


def lossy_queue(switch: Switch) -> str:
    """The profile of a lossy queue."""
    return "q_lossy_profile" if isinstance(switch.generation, int) else "egress_lossy_profile"


def other_queues(priority: int) -> list[str]:
    """The queues below and above one, as ranges."""
    spans = [(0, priority - 1), (priority + 1, LAST_QUEUE)]
    return [f"{low}-{high}" if low < high else str(low) for low, high in spans if low <= high]
