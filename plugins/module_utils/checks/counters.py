# SPDX-License-Identifier: GPL-3.0-or-later
"""What ports counted between two readings: a fabric that is set as planned may still lose, pause and stall. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..findings import Finding
from .blame import because
from .cluster import Cluster
from .counter_rules import Reading, symptoms
from .places import touches
from .verdict import failed, passed, skipped

WANTED = "neither loss nor stray pause while packets pass"
SETTINGS = (
    "pfc",
    "ets",
    "dscp",
    "pause",
    "buffer",
    "roce_cc",
    "dcbx",
    "link",
)  # what explains bad counters of its port


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each symptom of a port, or one for the port where it has none."""
    hosts = [host for host in cluster.plans if cluster.seen(host, "counters") is not None]
    rows = [(host, row) for host in hosts for row in cluster.have(host, "counters") if "grown" in row]
    grown: Counter[str] = Counter()
    for _, row in rows:
        grown.update(row["grown"])
    return [finding for host, row in rows for finding in _port(cluster, host, row, grown, bad)]


def _port(
    cluster: Cluster, host: str, row: Mapping[str, Any], grown: Mapping[str, int], bad: Sequence[Finding]
) -> Iterator[Finding]:
    port, seconds = row["port"], f"in {row['seconds']:g} s"
    reading = Reading(row["counts"], row["grown"], _lossless(cluster, host, port), grown)
    cause = [one for one in bad if one.host == host and one.check in SETTINGS and touches(one, (port,))]
    told = symptoms(reading)
    for symptom in told:
        if cause:
            yield skipped("counters", host, port, symptom.wanted, because(cause[0]))
        else:
            found = f"{symptom.found} {seconds}"
            yield failed("counters", host, port, symptom.wanted, found, f"counters {symptom.rule}")
    if not told and not reading.rdma:
        yield skipped("counters", host, port, WANTED, f"no RDMA packet passed {seconds}; look again under load")
    elif not told:
        yield passed("counters", host, port, WANTED, f"{reading.rdma} RDMA packets {seconds}")


def _lossless(cluster: Cluster, host: str, port: str) -> tuple[int, ...]:
    rows = [row for row in cluster.config(host, "pfc") if row["port"] == port]
    return tuple(rows[0].get("lossless") or ()) if rows else ()
