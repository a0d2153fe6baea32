# SPDX-License-Identifier: GPL-3.0-or-later
"""The traffic classes on a SONiC switch: maps, queues and the watchdog. Names as in SONiC's YANG models."""

from __future__ import annotations

from ..nodes import Node
from ..spec.model import Roce
from .config_db import row
from .congestion import watchdog
from .lossless import BEST_EFFORT, CLASSES, ROCE_BANDWIDTH, dscp_priority
from .model import Row
from .order import ports

OURS = "disagg"  # our maps stand beside SONiC's own "AZURE", so that ports outside the fabric keep theirs
LOSSLESS, LOSSY, STRICT = "disagg-lossless", "disagg-lossy", "disagg-strict"


def qos(node: Node, roce: Roce, size: int) -> list[Row]:
    """The rows of one switch; ``size`` is the number of ports it has."""
    per_port = [row for nic in ports(node) for row in _of_port(nic.port, roce, size)]
    poll, _ = watchdog(size)
    return [*_maps(roce), *_schedulers(), *per_port, row("PFC_WD", "GLOBAL", {"POLL_INTERVAL": poll})]


def _maps(roce: Roce) -> list[Row]:
    """A class keeps its number from DSCP to queue; all that is not RoCE shares the lossy priority group."""
    classes = {str(tc): tc for tc in range(CLASSES)}
    known = dscp_priority(roce)
    groups = {str(tc): tc if tc == roce.priority else BEST_EFFORT for tc in range(CLASSES)}
    return [
        row("DSCP_TO_TC_MAP", OURS, {str(code): known.get(code, BEST_EFFORT) for code in range(64)}),
        row("TC_TO_QUEUE_MAP", OURS, {**classes}),
        row("TC_TO_PRIORITY_GROUP_MAP", OURS, {**groups}),
        row("MAP_PFC_PRIORITY_TO_QUEUE", OURS, {**classes}),
    ]


def _schedulers() -> list[Row]:
    return [
        row("SCHEDULER", LOSSLESS, {"type": "DWRR", "weight": ROCE_BANDWIDTH}),
        row("SCHEDULER", LOSSY, {"type": "DWRR", "weight": 100 - ROCE_BANDWIDTH}),
        row("SCHEDULER", STRICT, {"type": "STRICT"}),
    ]


def _of_port(port: str, roce: Roce, size: int) -> list[Row]:
    _, detection = watchdog(size)
    maps = {f"{name}_map": OURS for name in ("dscp_to_tc", "tc_to_queue", "tc_to_pg", "pfc_to_queue")}
    # The watchdog looks only at priorities it is told of: told fewer, it would let the others storm.
    lossless = {"pfc_enable": roce.priority, "pfcwd_sw_enable": roce.priority}
    storm = {"action": "drop", "detection_time": detection, "restoration_time": detection}
    return [
        row("PORT_QOS_MAP", port, {**maps, **lossless}),
        row("QUEUE", f"{port}|{BEST_EFFORT}", {"scheduler": LOSSY}),
        row("QUEUE", f"{port}|{roce.priority}", {"scheduler": LOSSLESS, "wred_profile": LOSSLESS}),
        row("QUEUE", f"{port}|{roce.cnp_priority}", {"scheduler": STRICT}),
        row("PFC_WD", port, {**storm}),
    ]
