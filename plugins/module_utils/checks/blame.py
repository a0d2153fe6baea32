# SPDX-License-Identifier: GPL-3.0-or-later
"""Which finding already explains a thing, so that one fault is told once. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..findings import Finding
from .cluster import Cluster, Link
from .places import touches
from .verdict import ALL

BAD = ("failed", "unreadable")
CLASS_MAPS = ("DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP", "MAP_PFC_PRIORITY_TO_QUEUE")


def because(finding: Finding) -> str:
    """A finding as the reason for skipping another."""
    if finding.check == "node" and finding.status == "failed":
        return f"{finding.host} is down"
    return f"see {finding.check} of {finding.host}, {finding.where}"


def at_link(cluster: Cluster, link: Link, bad: Sequence[Finding], checks: Iterable[str], maps: bool = False) -> str:
    """Why a link need not be judged again, empty where it must: one of ``checks`` is bad at one of its ports.

    With ``maps`` also a bad class map of a switch, which all its ports share.
    """
    for end in link.ends:
        if end.host in cluster.blind:
            return cluster.blind[end.host]
        for finding in bad:
            if finding.host == end.host and finding.check in checks and _concerns(finding, end.port, maps):
                return because(finding)
    return ""


def _concerns(finding: Finding, port: str, maps: bool) -> bool:
    shared = maps and finding.where.partition("|")[0] in CLASS_MAPS
    return finding.where == ALL or shared or touches(finding, (port,))
