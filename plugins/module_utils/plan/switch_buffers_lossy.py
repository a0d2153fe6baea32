# SPDX-License-Identifier: GPL-3.0-or-later
"""The packet buffers of a SONiC switch whose RoCE is lossy, as rows of CONFIG_DB, for both of its buffer models.

No group has headroom and no profile is lossless. One pool keeps the name of lossless traffic: on a Spectrum SONiC gives
all groups that come in the pool ``ingress_lossless_pool``, lossy ones too, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator

from .config_db import row
from .model import Row
from .switch_buffers import (
    ALL,
    BEST_EFFORT_TH,
    EGRESS,
    EGRESS_LOSSY_POOL,
    INGRESS,
    LOSSY_PG,
    STOCK,
    Buffers,
    common_profiles,
    lossy_queue,
    other_queues,
    pools,
)
from .switch_models import DYNAMIC

LOSSY_TH = BEST_EFFORT_TH  # of RoCE's queue as of any other lossy one
PROFILES = (LOSSY_PG, "egress_lossy_profile", "q_lossy_profile")


def rows(buffers: Buffers, model: str) -> list[Row]:
    """The rows for a switch of that buffer model, ``dynamic`` or ``traditional``."""
    kept = (INGRESS, EGRESS_LOSSY_POOL) if isinstance(buffers.switch.generation, int) else (INGRESS, EGRESS)
    return [
        *(made for made in pools(buffers, model == DYNAMIC) if made["key"] in kept),
        *(made for made in common_profiles(buffers.switch) if made["key"] in PROFILES),
        *(made for name in buffers.ports for made in _of_port(name, buffers)),
        row("CABLE_LENGTH", ALL, {name: f"{port.cable}m" for name, (port, _) in buffers.ports.items()}),
    ]


def replaced(buffers: Buffers) -> list[tuple[str, str]]:
    """Table and key of the rows that must go: SONiC's own ranges, and what a lossless plan gave the priority."""
    ours = {made["key"] for name in buffers.ports for made in _of_port(name, buffers) if made["table"] != "BUFFER_PG"}
    gone = (*STOCK, ("BUFFER_PG", str(buffers.priority)))
    found = [(table, f"{name}|{part}") for name in buffers.ports for table, part in gone]
    return [(table, key) for table, key in found if table == "BUFFER_PG" or key not in ours]


def _of_port(name: str, buffers: Buffers) -> Iterator[Row]:
    """One group for all that comes in, and every queue lossy."""
    yield row("BUFFER_PG", f"{name}|0", {"profile": LOSSY_PG})
    for queues in (str(buffers.priority), *other_queues(buffers.priority)):
        yield row("BUFFER_QUEUE", f"{name}|{queues}", {"profile": lossy_queue(buffers.switch)})
