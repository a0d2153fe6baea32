# SPDX-License-Identifier: GPL-3.0-or-later
"""Every planned ping arrives; one that does not is skipped where another finding explains it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..findings import Finding
from .blame import because, table
from .cluster import Cluster, End
from .path import Path, Paths
from .places import touches
from .verdict import failed, passed, skipped

ON_LINKS = ("link", "speed", "mtu")
ROUTING = ("route", "rule", "sysctl")  # of a host: may name no port and yet concern all of them
TABLES = ("PORT", "INTERFACE")  # of a switch: without its row there no packet passes a port
TOO_LONG = "message too long"  # ping(8): the host itself holds the way for narrower than its port
ROUTES = "STATIC_ROUTE"  # of a switch: without it no packet passes between leaves


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each planned ping of the hosts that measured."""
    paths = Paths(cluster)
    hosts = [host for host in cluster.plans if cluster.seen(host, "reach") is not None]
    return [_ping(cluster, paths, host, row, bad) for host in hosts for row in cluster.config(host, "reach")]


def _ping(cluster: Cluster, paths: Paths, host: str, row: dict[str, Any], bad: Sequence[Finding]) -> Finding:
    path = paths.between(row["source"], row["destination"])
    where = f"{path.ends[0].port if path else row['source']} to {row['host']} {row['port']}"
    wanted = f"{row['bytes']} bytes from {row['source']} to {row['destination']}, unfragmented"
    seen = cluster.row(host, "reach", row["source"], row["destination"], str(row["bytes"])) or {}
    if seen.get("received"):
        return passed("reach", host, where, wanted, "answered")
    cause = _cause(cluster, path, bad) if path else ""
    if cause:
        return skipped("reach", host, where, wanted, cause)
    told = seen.get("detail") or "no answer"
    remembered = "reach remembered" if TOO_LONG in told else "reach"
    return failed("reach", host, where, wanted, f"{told}, by way of {path}", remembered)


def _cause(cluster: Cluster, path: Path, bad: Sequence[Finding]) -> str:
    """Why no answer was to be expected; empty where nothing that failed explains it."""
    down = [host for host in path.hosts if host in cluster.down]
    dark = [spine for spine in path.spines if spine in cluster.down]
    if down or (dark and len(dark) == len(path.spines)):
        return f"{(down or dark)[0]} is down"
    return next((because(finding) for finding in bad if finding.status == "failed" and _explains(finding, path)), "")


def _explains(finding: Finding, path: Path) -> bool:
    if table(finding):
        return _explains_by_switch(finding, path)
    ends = [end for end in path.ends if end.host == finding.host]
    if not ends or finding.check not in (ON_LINKS if ends[0].switch else (*ON_LINKS, *ROUTING)):
        return False
    return finding.check in ROUTING or touches(finding, _names(ends))


def _explains_by_switch(finding: Finding, path: Path) -> bool:
    if table(finding) == ROUTES:
        return bool(path.spines) and finding.host in (*path.hosts, *path.spines)
    return table(finding) in TABLES and touches(finding, _names([end for end in path.ends if end.host == finding.host]))


def _names(ends: Sequence[End]) -> set[str]:
    """The ports and addresses by which a finding may name these ends."""
    return {name for end in ends for name in (end.port, _address(end.address)) if name}


def _address(address: str | None) -> str:
    return (address or "").partition("/")[0]
