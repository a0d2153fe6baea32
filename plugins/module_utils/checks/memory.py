# SPDX-License-Identifier: GPL-3.0-or-later
"""CXL regions and their memory are as planned, each in its own node, zone and tier. Pure.

A region that is not there explains what its memory lacks, so that is told once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..findings import Finding
from ..reconcile import Row, Rows, rows_by
from ..spec.kinds import size_text
from .cluster import Cluster
from .verdict import failed, passed, skipped
from .words import said

REGION, MEMORY, NODE = "cxl_region", "cxl_memory", "memory_node"
SIZES = ("size", "online", "granularity")
LOST, NO_MEMORY = "no such region", "no memory on it"


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """The findings of all hosts with such memory in their plan."""
    return [
        finding
        for host in cluster.plans
        for finding in (*_regions(cluster, host), *_memory(cluster, host), *_nodes(cluster, host))
    ]


def _regions(cluster: Cluster, host: str) -> Iterator[Finding]:
    seen = cluster.seen(host, REGION)
    if seen is None:
        return
    if seen.get("refused"):
        yield _refused(REGION, host, seen["refused"])
    wanted, have = _wanted(seen), cluster.rows(host, REGION)
    for name, row in wanted.items():
        if name not in have:
            if not seen.get("refused"):
                yield failed(REGION, host, name, _region(row), LOST, "cxl_region lost")
        else:
            yield from _compared(REGION, host, name, row, have[name], _region(row))


def _memory(cluster: Cluster, host: str) -> Iterator[Finding]:
    seen = cluster.seen(host, MEMORY)
    if seen is None or seen.get("refused"):
        return
    have, regions = cluster.rows(host, MEMORY), cluster.rows(host, REGION)
    for name, row in _wanted(seen).items():
        wish: Row = {field: row[field] for field in ("use", "zone", "online") if field in row}
        if name not in regions:
            yield skipped(MEMORY, host, name, _told(wish), f"see {REGION} of {host}, {name}")
        elif name not in have:
            yield failed(MEMORY, host, name, _told(wish), NO_MEMORY)
        else:
            yield from _compared(MEMORY, host, name, _judged(wish, have[name]), have[name], _told(wish))


def _judged(wish: Row, have: Row) -> Row:
    """What of a wish is judged: memory that is used otherwise has no zone, nor has what is offline."""
    if wish["use"] != have.get("use"):
        return {"use": wish["use"]}
    return {field: value for field, value in wish.items() if field != "zone" or have.get("online")}


def _nodes(cluster: Cluster, host: str) -> Iterator[Finding]:
    seen = cluster.seen(host, NODE)
    if seen is None:
        return
    nodes = cluster.rows(host, NODE)
    if seen.get("refused"):
        yield _refused(NODE, host, seen["refused"])
    shares = {} if seen.get("refused") else {node: row for node, row in _wanted(seen).items() if node in nodes}
    for node, row in shares.items():
        where, wanted, found = f"node{node} weight", said(row.get("weight")), said(nodes[node].get("weight"))
        yield passed(NODE, host, where, wanted) if found == wanted else failed(NODE, host, where, wanted, found)
    yield from _missing(cluster, host, nodes)
    yield from _tiers(cluster, host, nodes)


def _missing(cluster: Cluster, host: str, nodes: Rows) -> Iterator[Finding]:
    """Memory that is online must show as a node without CPUs."""
    for name, row in cluster.rows(host, MEMORY).items():
        if row.get("use") == "system_ram" and row.get("online"):
            where, wanted = f"node{row.get('node')}", f"holds {name}"
            there = str(row.get("node")) in nodes
            yield (
                passed(NODE, host, where, wanted)
                if there
                else failed(NODE, host, where, wanted, "no such node", "no node")
            )


def _tiers(cluster: Cluster, host: str, nodes: Rows) -> Iterator[Finding]:
    """Pages move only between tiers: where all nodes are in one, tiering is on and does nothing."""
    policies = {row["name"]: row.get("value") for row in cluster.config(host, "memory_policy")}
    if policies.get("demotion_enabled") != "true" or len(nodes) < 2:
        return
    tiers = {node: str(row.get("tier")) for node, row in nodes.items()}
    told = ", ".join(f"node{node} in {tier or 'none'}" for node, tier in sorted(tiers.items()))
    apart = len({*tiers.values()}) > 1
    wanted = "near and far nodes in different tiers"
    yield passed(NODE, host, "tiers", wanted, told) if apart else failed(NODE, host, "tiers", wanted, told, "one tier")


def _refused(check: str, host: str, refused: str) -> Finding:
    """What the host cannot fulfil, at the name that the refusal begins with."""
    where, _, told = refused.partition(": ")
    name, _, field = where.removeprefix("config[").partition("]")
    return failed(check, host, f"{name}{field.replace('.', ' ')}", "as planned", told, f"{check} refused")


def _wanted(seen: Mapping[str, Any]) -> Rows:
    """The wish in the host's own terms, as the look resolved it."""
    return rows_by(
        ("name",) if "name" in next(iter(seen.get("want") or [{}]), {}) else ("node",), seen.get("want") or []
    )


def _compared(check: str, host: str, name: str, want: Row, have: Row, told: str) -> Iterator[Finding]:
    """One finding for each field that differs, or one that all is as planned."""
    wrong = [field for field in want if want[field] != have.get(field)]
    if not wrong:
        yield passed(check, host, name, told)
    for field in wrong:
        wanted, found = (_value(field, row.get(field)) for row in (want, have))
        yield failed(check, host, f"{name} {field}", wanted, found, f"{check} {field}")


def _region(row: Row) -> str:
    members = " ".join(row.get("members") or ())
    return f"{size_text(row.get('size') or 0)} over {members or 'devices of the host'}"


def _told(row: Row) -> str:
    return ", ".join(f"{field} {_value(field, value)}" for field, value in row.items())


def _value(field: str, value: Any) -> str:
    return size_text(value) if field in SIZES and isinstance(value, int) else said(value)
