# SPDX-License-Identifier: GPL-3.0-or-later
"""The headroom in force at each port of a switch is at least what its speed, cable and MTU need. Pure.

Where the configuration that it follows from is not as planned, that finding tells, and this one is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding
from ..reconcile import Row
from .blame import because, table
from .cluster import Cluster
from .places import touches
from .verdict import failed, passed, skipped

OF_PORTS = ("PORT", "BUFFER_PG", "CABLE_LENGTH")
OF_ALL = (
    *("BUFFER_PROFILE", "BUFFER_POOL", "LOSSLESS_TRAFFIC_PATTERN", "DEFAULT_LOSSLESS_BUFFER_PARAMETER"),
    "DEVICE_METADATA",
)


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each lossless group of each port."""
    hosts = [host for host in cluster.plans if cluster.seen(host, "headroom") is not None]
    pairs = [pair for link in cluster.links for pair in (link.ends, link.ends[::-1])]
    far = {(near.host, near.port): str(end) for near, end in pairs}
    return [
        _group(cluster, host, row, far.get((host, row["port"]), ""), [one for one in bad if one.host == host])
        for host in hosts
        for row in cluster.config(host, "headroom")
    ]


def _group(cluster: Cluster, host: str, row: Row, far: str, bad: Sequence[Finding]) -> Finding:
    where = f"{row['port']} priority {row['priority']}"
    wanted = f"{row['xoff']} bytes after a pause, {row['size']} reserved, for what {far} still sends"
    there = cluster.row(host, "headroom", row["port"], str(row["priority"]))
    said, enough = _said(there), there is not None and there["xoff"] >= row["xoff"] and there["size"] >= row["size"]
    over = there is not None and there["size"] >= there.get("most", there["size"] + 1)
    if enough and not over:
        return passed("headroom", host, where, wanted, said)
    cause = [one for one in bad if _explains(one, row["port"])]
    if cause:
        return skipped("headroom", host, where, wanted, because(cause[0]))
    return failed("headroom", host, where, wanted, said)


def _explains(finding: Finding, port: str) -> bool:
    if finding.check == "metadata" or table(finding) in OF_ALL:
        return True
    return table(finding) in OF_PORTS and touches(finding, (port,))


def _said(there: Row | None) -> str:
    if there is None or not there["profile"]:
        return "no lossless group"
    limit = f", of {there['most']} that the port may have" if "most" in there else ""
    return f"{there['xoff']} bytes after a pause, {there['size']} reserved ({there['profile']}){limit}"
