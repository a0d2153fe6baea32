# SPDX-License-Identifier: GPL-3.0-or-later
"""Every host answers; of one that does not, this one finding tells, and all else about it is skipped. Pure."""

from __future__ import annotations

from ..findings import Finding
from .cluster import Cluster
from .verdict import ALL, failed, passed, skipped, unreadable

ANSWERS = "answers over the management network"
AS_PLANNED = "as planned"


def findings(cluster: Cluster) -> list[Finding]:
    """One finding for each host, and one for each subject of which nothing can be said."""
    return [finding for host in cluster.plans for finding in (_node(cluster, host), *_subjects(cluster, host))]


def _node(cluster: Cluster, host: str) -> Finding:
    look = cluster.looks.get(host)
    if look is None:
        return skipped("node", host, host, ANSWERS, cluster.blind[host])
    if host in cluster.down:
        return failed("node", host, host, ANSWERS, look.get("error") or "no answer")
    if look.get("error"):
        return unreadable("node", host, host, ANSWERS, look["error"])
    return passed("node", host, host, ANSWERS)


def _subjects(cluster: Cluster, host: str) -> list[Finding]:
    names = [*cluster.plans[host].get("subjects", {})]
    if host in cluster.blind:
        return [skipped(name, host, ALL, AS_PLANNED, cluster.blind[host]) for name in names]
    seen = cluster.looks[host].get("subjects", {})
    return [_unseen(name, host, seen.get(name)) for name in names if name not in seen or seen[name].get("error")]


def _unseen(name: str, host: str, seen: dict[str, str] | None) -> Finding:
    if seen is None:
        return skipped(name, host, ALL, AS_PLANNED, "not looked at in this run")
    return unreadable(name, host, ALL, AS_PLANNED, seen["error"])
