# SPDX-License-Identifier: GPL-3.0-or-later
"""All checks, in the order in which one explains the next. Pure."""

from __future__ import annotations

from ..findings import Finding, ordered
from . import (
    buffer,
    counters,
    cxl_health,
    fec,
    firmware,
    gid,
    headroom,
    lossless,
    memory,
    mtu,
    nccl,
    node,
    reach,
    rows,
    saved,
    speed,
)
from .blame import BAD
from .cluster import Cluster, Looks, Plans
from .consequences import told_once

BY_THEMSELVES = (node.findings, rows.findings)
AFTER_OTHERS = (
    saved.findings,
    firmware.findings,
    memory.findings,
    cxl_health.findings,
    speed.findings,
    fec.findings,
    buffer.findings,
    headroom.findings,
    mtu.findings,
    lossless.findings,
    gid.findings,
    nccl.findings,
    reach.findings,
    counters.findings,
)


def judge(plans: Plans, looks: Looks) -> list[Finding]:
    """The findings of a cluster, the worst first; hosts in the order of ``plans``."""
    cluster = Cluster(plans, looks)
    found = told_once([finding for check in BY_THEMSELVES for finding in check(cluster)])
    for later in AFTER_OTHERS:
        found += later(cluster, [finding for finding in found if finding.status in BAD])
    return ordered(found, [*plans])
