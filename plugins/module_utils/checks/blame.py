# SPDX-License-Identifier: GPL-3.0-or-later
"""Which finding already explains a thing, so that one fault is told once. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..findings import Finding
from .cluster import Cluster, Link
from .nvue_places import nvue_table
from .places import touches
from .verdict import ALL

BAD = ("failed", "unreadable")
SHARED = ("DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP", "MAP_PFC_PRIORITY_TO_QUEUE")  # by all ports


def because(finding: Finding) -> str:
    """A finding as the reason for skipping another."""
    if finding.check == "node" and finding.status == "failed":
        return f"{finding.host} is down"
    return f"see {finding.check} of {finding.host}, {finding.where}"


def table(finding: Finding) -> str:
    """The table of CONFIG_DB that a finding is about, or would be on SONiC; empty for one about something else."""
    if finding.check == "nvue":
        return nvue_table(finding.where)
    return finding.where.partition("|")[0] if finding.check == "config_db" else ""


def at_link(cluster: Cluster, link: Link, bad: Sequence[Finding], checks: Iterable[str], tables: Iterable[str]) -> str:
    """Why a link need not be judged again, empty where it must: one of its ports is bad by another finding.

    That counts for one of ``checks``, or for a row of one of a switch's ``tables``.
    """
    for end in link.ends:
        if end.host in cluster.blind:
            return cluster.blind[end.host]
        for finding in bad:
            relevant = finding.check in checks or table(finding) in (*tables, ALL)
            if finding.host == end.host and relevant and _concerns(finding, end.port):
                return because(finding)
    return ""


def _concerns(finding: Finding, port: str) -> bool:
    return finding.where == ALL or table(finding) in SHARED or touches(finding, (port,))
