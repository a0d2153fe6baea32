# SPDX-License-Identifier: GPL-3.0-or-later
"""Every port's lossless traffic has a receive buffer of its own that holds what arrives after a pause. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..findings import Finding
from ..reconcile import Row
from .cluster import Cluster
from .verdict import failed, passed
from .words import said

NEVER_TOLD = "no such port"


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """Three findings for each planned port: the buffer of each priority, the sizes and the cable."""
    hosts = [host for host in cluster.plans if cluster.seen(host, "buffer") is not None]
    return [
        finding
        for host in hosts
        for row in cluster.config(host, "buffer")
        for finding in _port(host, row, cluster.row(host, "buffer", row["port"]), _least(cluster, host))
    ]


def _least(cluster: Cluster, host: str) -> list[int]:
    return [*((cluster.planned(host, "buffer") or {}).get("least") or [])]


def _port(host: str, row: Row, found: Row | None, least: list[int]) -> Iterator[Finding]:
    if found is None:
        yield failed("buffer", host, row["port"], "a receive buffer", NEVER_TOLD)
        return
    for field, unit in (("prio_buffer", ""), ("cable", " m")):
        wanted, there = (f"{said(one[field])}{unit}" for one in (row, found))
        judged = passed if row[field] == found[field] else failed
        yield judged("buffer", host, f"{row['port']} {field}", wanted, there)
    yield _size(host, row["port"], found, least)


def _size(host: str, port: str, found: Row, least: list[int]) -> Finding:
    """Larger than planned is as good."""
    own = {number: size for number, size in enumerate(least) if size}
    wanted = ", ".join(f"buffer {number} at least {size} bytes" for number, size in own.items())
    there = ", ".join(f"{found['size'][number]} bytes" for number in own)
    judged = failed if found["missing"] else passed
    return judged("buffer", host, f"{port} size", wanted or "any", f"{there} of {found['total']}")
