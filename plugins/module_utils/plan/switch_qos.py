# SPDX-License-Identifier: GPL-3.0-or-later
"""The traffic classes on a SONiC switch: maps, queues and the watchdog. Names as in SONiC's YANG models."""

from __future__ import annotations

from ..nodes import Node
from ..spec.model import Roce
from .config_db import no_row, row
from .congestion import watchdog
from .lossless import BEST_EFFORT, CLASSES, ROCE_BANDWIDTH, dscp_priority, lossless
from .model import Row
from .order import ports

OURS = "disagg"  # our maps stand beside SONiC's own "AZURE", so that ports outside the fabric keep theirs
LOSSLESS, LOSSY, STRICT = "disagg-lossless", "disagg-lossy", "disagg-strict"
DROPPED = "disagg-roce"  # RoCE's own where it is not lossless


def roce_name(roce: Roce) -> str:
    """The name of RoCE's scheduler and marking."""
    return DROPPED if roce.lossy else LOSSLESS


def qos(node: Node, roce: Roce, size: int) -> list[Row]:
    """The rows of one switch; ``size`` is the number of ports it has."""
    per_port = [row for nic in ports(node) for row in (*_of_port(nic.port, roce), _storm(nic.port, roce, size))]
    poll, _ = watchdog(size)
    polled = [] if roce.lossy else [row("PFC_WD", "GLOBAL", {"POLL_INTERVAL": poll})]
    return [*_maps(roce), *_schedulers(roce), *per_port, *polled]


def _maps(roce: Roce) -> list[Row]:
    """A class keeps its number from DSCP to queue; all that is not lossless shares one priority group."""
    classes = {str(tc): tc for tc in range(CLASSES)}
    known = dscp_priority(roce)
    groups = {str(tc): tc if tc in lossless(roce) else BEST_EFFORT for tc in range(CLASSES)}
    return [
        row("DSCP_TO_TC_MAP", OURS, {str(code): known.get(code, BEST_EFFORT) for code in range(64)}),
        row("TC_TO_QUEUE_MAP", OURS, {**classes}),
        row("TC_TO_PRIORITY_GROUP_MAP", OURS, {**groups}),
        row("MAP_PFC_PRIORITY_TO_QUEUE", OURS, {**classes}),
    ]


def _schedulers(roce: Roce) -> list[Row]:
    return [
        row("SCHEDULER", roce_name(roce), {"type": "DWRR", "weight": ROCE_BANDWIDTH}),
        row("SCHEDULER", LOSSY, {"type": "DWRR", "weight": 100 - ROCE_BANDWIDTH}),
        row("SCHEDULER", STRICT, {"type": "STRICT"}),
    ]


def _of_port(port: str, roce: Roce) -> list[Row]:
    maps = {f"{name}_map": OURS for name in ("dscp_to_tc", "tc_to_queue", "tc_to_pg", "pfc_to_queue")}
    # The watchdog looks only at priorities it is told of: told fewer, it would let the others storm. Empty is none.
    paused = ",".join(map(str, lossless(roce)))
    name = roce_name(roce)
    return [
        row("PORT_QOS_MAP", port, {**maps, "pfc_enable": paused, "pfcwd_sw_enable": paused}),
        row("QUEUE", f"{port}|{BEST_EFFORT}", {"scheduler": LOSSY}),
        row("QUEUE", f"{port}|{roce.priority}", {"scheduler": name, "wred_profile": name}),
        row("QUEUE", f"{port}|{roce.cnp_priority}", {"scheduler": STRICT}),
    ]


def _storm(port: str, roce: Roce, size: int) -> Row:
    """The watchdog of a port; where nothing is paused there is nothing to watch."""
    _, detection = watchdog(size)
    if roce.lossy:
        return no_row("PFC_WD", port)
    return row("PFC_WD", port, {"action": "drop", "detection_time": detection, "restoration_time": detection})
