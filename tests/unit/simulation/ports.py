# SPDX-License-Identifier: GPL-3.0-or-later
"""Ports to simulate, with one switch's thresholds unless a test says otherwise."""

from __future__ import annotations

from typing import Any

from plugins.module_utils.plan import marking
from plugins.module_utils.plan.dcqcn import PACKET, parameters, reaction
from plugins.module_utils.simulation.bottleneck import Bottleneck, Curve, Memory
from plugins.module_utils.simulation.sender import Sender, mlx5, published
from tests.golden.clusters import spec_of

ROCE = spec_of("disagg-16").fabric.roce
POOL = 148_194_240  # of a leaf of disagg-16
MTU = 9000
PAPER_CURVE = Curve("DCQCN paper", 5_000, 200_000, 1)


def nic(speed: int) -> Sender:
    """A ConnectX as it is planned."""
    return mlx5({**parameters(speed, ROCE), "byte_counter": reaction(speed).byte_counter}, PACKET)


def port(speed: int = 400_000, senders: int = 63, pool: float = POOL, room: float = 113_664, **more: Any) -> Bottleneck:
    """A port marked as planned for that many senders, of a switch with that pool and headroom."""
    cable = more.pop("cable", 30)
    path = marking.Path(speed, cable, MTU, 4)
    made = marking.marking(path, marking.Memory(POOL, 1), senders, 12_288)
    planned = {
        "round_trip": float(marking.round_trip(path)) * 1e-9,
        "curve": Curve("planned", made.kmin, made.kmax, made.percent),
        "memory": Memory(pool, 1.0, room, xon=19_456),
        "sender": nic(speed),
    }
    return Bottleneck(speed, senders, cable, MTU, **{**planned, **more})


def papers_port(speed: int, senders: int, **more: Any) -> Bottleneck:
    """A port with the NICs and the curve of the DCQCN paper, whose senders begin near their share and unequally."""
    starts = tuple(share / senders for share in (0.7, 1.0, 1.3))
    return port(
        speed, senders, round_trip=4e-6, **{"curve": PAPER_CURVE, "sender": published(), "starts": starts, **more}
    )
