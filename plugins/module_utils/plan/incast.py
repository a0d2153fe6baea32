# SPDX-License-Identifier: GPL-3.0-or-later
"""What a simulation has to know of a switch to show what its port does under the planned incast."""

from __future__ import annotations

from ..spec.model import Roce
from .buffers import alpha
from .dcqcn import parameters, reaction
from .marking import Path, round_trip
from .model import Row
from .switch_plan import Intent, SwitchPlan

# What the simulation takes of mlx5's parameters.
NIC = (
    "np_min_time_between_cnps",
    "rp_ai_rate",
    "rp_time_reset",
    "rp_dce_tcp_rtt",
    "rp_dce_tcp_g",
    "rp_rate_reduce_monitor_period",
)


def incast(made: SwitchPlan, roce: Roce, senders: int) -> Row:
    """The fastest port with the longest cable; empty where ports have no headroom and so never pause.

    Sizes in bytes, speed in Mb/s, cable in metres, the round trip in ns; ``together`` is shared headroom, 0 if none.
    """
    port, group = max(made.buffers.ports.values(), key=lambda one: (one[0].speed, one[0].cable))
    if not group.xoff:
        return {}
    nic = parameters(port.speed, roce)
    near = made.marking.nearest
    return {
        "senders": senders,
        "speed": port.speed,
        "cable": port.cable,
        "mtu": port.mtu,
        "round_trip": round(round_trip(Path(port.speed, port.cable, port.mtu, Intent.links))),
        "kmin": made.marking.kmin,
        "kmax": made.marking.kmax,
        "percent": made.marking.percent,
        "nearest": {"name": near.name, "kmin": near.kmin, "kmax": near.kmax, "percent": near.percent},
        "pool": made.buffers.pools.shared,
        "alpha": float(alpha(made.buffers.dynamic_th)),
        "headroom": group.xoff,
        "together": made.buffers.pools.headroom,
        "xon": group.xon,
        "xon_offset": group.xon_offset,
        "nic": {**{name: nic[name] for name in NIC}, "byte_counter": reaction(port.speed).byte_counter},
    }
