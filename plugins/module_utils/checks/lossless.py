# SPDX-License-Identifier: GPL-3.0-or-later
"""Both ends of every link serve a DSCP in the same class: same priority, lossless at both or at neither. Pure.

Each end is first judged by its own plan. Where one of these verdicts is bad, it tells, and this one is skipped; so
this check speaks where two plans do not fit together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..findings import Finding
from .blame import SHARED, at_link
from .cluster import Cluster, End, Link
from .nvue_places import MODE, served
from .verdict import failed, passed, skipped


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each link whose ends both have a plan of classes."""
    dscps = sorted(_planned(cluster), key=int)
    links = [link for link in cluster.links if dscps and all(_has_plan(cluster, end) for end in link.ends)]
    return [_link(cluster, link, dscps, bad) for link in links]


def _planned(cluster: Cluster) -> set[str]:
    rows = [row for host in cluster.plans for row in cluster.config(host, "dscp")]
    return {str(dscp) for row in rows for dscp in row.get("map") or {}}


def _has_plan(cluster: Cluster, end: End) -> bool:
    if not end.switch:
        return all(any(row["port"] == end.port for row in cluster.config(end.host, name)) for name in ("pfc", "dscp"))
    if any(row["path"] == MODE for row in cluster.config(end.host, "nvue")):
        return True
    rows = cluster.config(end.host, "config_db")
    return any(row["table"] == "PORT_QOS_MAP" and row["key"] == end.port for row in rows)


def _link(cluster: Cluster, link: Link, dscps: list[str], bad: Sequence[Finding]) -> Finding:
    host, port = link.near.host, link.near.port
    wanted = f"dscp {' and '.join(dscps)} in one class at both ends"
    cause = at_link(cluster, link, bad, ("pfc", "dscp", "pause"), (*SHARED, "PORT_QOS_MAP"))
    if cause:
        return skipped("class", host, port, wanted, cause)
    near, far = ({dscp: _served(cluster, end, dscp) for dscp in dscps} for end in link.ends)
    if near == far:
        return passed("class", host, port, wanted, ", ".join(f"dscp {dscp} {near[dscp]}" for dscp in dscps))
    apart = [dscp for dscp in dscps if near[dscp] != far[dscp]]
    told = [f"dscp {dscp} {near[dscp]} at {link.near}, {far[dscp]} at {link.far}" for dscp in apart]
    return failed("class", host, port, wanted, "; ".join(told))


def _served(cluster: Cluster, end: End, dscp: str) -> str:
    priority, lossless = (_by_switch if end.switch else _by_host)(cluster, end, dscp)
    return f"{'lossless' if lossless else 'lossy'} in priority {priority}"


def _by_host(cluster: Cluster, end: End, dscp: str) -> tuple[str, bool]:
    told = (cluster.row(end.host, "dscp", end.port) or {}).get("map") or {}
    priority = str(told.get(dscp, int(dscp) >> 3))  # mlx5 takes the upper three bits where nothing is mapped
    lossless = (cluster.row(end.host, "pfc", end.port) or {}).get("lossless") or []
    return priority, int(priority) in lossless


def _by_switch(cluster: Cluster, end: End, dscp: str) -> tuple[str, bool]:
    """The priority group that a DSCP fills: PFC is sent for that one."""
    if cluster.planned(end.host, "nvue"):
        return served(cluster.rows(end.host, "nvue"), dscp)
    port = _fields(cluster, end, "PORT_QOS_MAP", end.port)
    traffic_class = _fields(cluster, end, "DSCP_TO_TC_MAP", port.get("dscp_to_tc_map", "")).get(dscp, "0")
    groups = _fields(cluster, end, "TC_TO_PRIORITY_GROUP_MAP", port.get("tc_to_pg_map", ""))
    group = groups.get(traffic_class, traffic_class)
    lossless = group in str(port.get("pfc_enable", "")).split(",")
    return (group if lossless else traffic_class), lossless


def _fields(cluster: Cluster, end: End, table: str, key: str) -> Mapping[str, str]:
    return (cluster.row(end.host, "config_db", table, key) or {}).get("fields") or {}
