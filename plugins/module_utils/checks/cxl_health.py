# SPDX-License-Identifier: GPL-3.0-or-later
"""CXL devices are healthy: no alarm, no poison, life left, and their links as wide and fast as they can be. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..findings import Finding
from ..reconcile import Row
from .cluster import Cluster
from .verdict import failed, passed

CHECK = "cxl_health"
WORN = ("warning", "critical")  # ext_life_used and ext_temperature (pmem/ndctl v81, cxl/json.c)


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each thing that is wrong with a device, or one that nothing is."""
    return [
        finding
        for host in cluster.plans
        for device, row in cluster.rows(host, CHECK).items()
        for finding in _device(host, device, row)
    ]


def _device(host: str, device: str, row: Row) -> Iterator[Finding]:
    wrong = [*_wrong(device, row)]
    for where, wanted, found, cause in wrong:
        yield failed(CHECK, host, where, wanted, found, cause)
    if not wrong:
        yield passed(CHECK, host, device, "healthy, on its full link")


def _wrong(device: str, row: Row) -> Iterator[tuple[str, str, str, str]]:
    if not row.get("ready"):
        yield f"{device} endpoint", "there", "none", "cxl_health endpoint"
    if row.get("alarms"):
        yield f"{device} health", "no alarm", ", ".join(row["alarms"]), "cxl_health"
    for field in ("life_used", "temperature"):
        if row.get(field) in WORN:
            life = f", {row['life']} % used" if field == "life_used" and row.get("life") is not None else ""
            yield f"{device} {field}", "normal", f"{row[field]}{life}", "cxl_health"
    if row.get("poison"):
        yield f"{device} media", "no poison", f"{row['poison']} poisoned ranges", "cxl_health media"
    yield from _link(device, row.get("link") or {})


def _link(device: str, link: Row) -> Iterator[tuple[str, str, str, str]]:
    can = f"{link.get('max_link_speed', '')} x{link.get('max_link_width', '')}"
    does = f"{link.get('current_link_speed', '')} x{link.get('current_link_width', '')}"
    if len(link) == 4 and can != does:
        yield f"{device} link", can, does, "cxl_health link"
