# SPDX-License-Identifier: GPL-3.0-or-later
"""Every link is up and runs at its planned speed at both ends, negotiated and not forced. Pure.

One finding for each link, at the end that deviates, at the host's where both do.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding
from ..reconcile import Row
from .blame import because
from .cluster import Cluster, End, Link
from .places import touches
from .verdict import failed, passed, skipped

SWITCHES_OFF = ("link", "config_db", "nvue")  # the checks that tell of a port that is down by its settings


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """The findings of all links."""
    off = [finding for finding in bad if finding.check in SWITCHES_OFF and touches(finding, ("up", "admin_status"))]
    return [_link(cluster, link, off) for link in cluster.links]


def _link(cluster: Cluster, link: Link, off: Sequence[Finding]) -> Finding:
    host, port, wanted = link.near.host, link.near.port, f"{link.speed} Mb/s"
    rows = {end: _row(cluster, end) for end in link.ends}
    unknown = [
        cluster.blind.get(end.host) or "the speed of one end was not read" for end, row in rows.items() if row is None
    ]
    if unknown:
        return skipped("speed", host, port, wanted, unknown[0])
    told = ", ".join(f"{_said(row)} at {end}" for end, row in rows.items())
    wrong = [end for end, row in rows.items() if _speed(row) != link.speed or _forced(row)]
    if not wrong:
        return passed("speed", host, port, wanted, told)
    cause = [finding for finding in off if _is_at(finding, link)]
    if cause and not all(map(_speed, rows.values())):
        return skipped("speed", host, port, wanted, because(cause[0]))
    forced = any(_forced(rows[end]) for end in wrong)
    return failed("speed", wrong[0].host, wrong[0].port, wanted, told, "speed forced" if forced else "speed")


def _is_at(finding: Finding, link: Link) -> bool:
    return any(finding.host == end.host and touches(finding, (end.port,)) for end in link.ends)


def _row(cluster: Cluster, end: End) -> Row | None:
    return cluster.row(end.host, "switch_port" if end.switch else "speed", end.port)


def _speed(row: Row | None) -> int:
    """The speed in Mb/s; 0 where there is no link."""
    down = row is None or row.get("oper", "up") != "up"
    return 0 if down or row is None else int(row.get("speed") or 0)


def _forced(row: Row | None) -> bool:
    return row is not None and row.get("autoneg") is False


def _said(row: Row | None) -> str:
    if not _speed(row):
        return "no link"
    return f"{_speed(row)}{' forced' if _forced(row) else ''}"
