# SPDX-License-Identifier: GPL-3.0-or-later
"""All that the page shows, ready to be set in type: the template only lays it out. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ..checks.cluster import SWITCHES, Cluster
from ..findings import STATUSES, Finding, summary
from .incast import NOTHING_SIMULATED
from .layers import Box, layers
from .markdown import by_reason
from .matrix import matrix
from .reasons import reasons, warnings
from .wires import wires


def view(
    cluster: str,
    when: str,
    plans: Mapping[str, Any],
    racks: Mapping[str, str | None],
    findings: Sequence[Finding],
    incast: Mapping[str, Any] = NOTHING_SIMULATED,
) -> dict[str, Any]:
    """What ``report.html.j2`` takes; ``incast`` as ``incast.section`` makes it."""
    counts = summary(findings)
    return {
        "cluster": cluster,
        "when": when,
        "verdict": _verdict(counts),
        "counts": {status: counts[status] for status in STATUSES},
        "size": _size(plans),
        "topology": _topology(plans, racks, findings),
        "bad": [asdict(finding) for finding in findings if finding.status in ("failed", "unreadable")],
        "skipped": _skipped(findings),
        "matrix": matrix([*plans], findings),
        "warnings": warnings(plans),
        "reasons": reasons(plans),
        "incast": incast,
    }


def _verdict(counts: Mapping[str, int]) -> str:
    if counts["failed"]:
        return "failed"
    return "unreadable" if counts["unreadable"] else "passed" if counts["passed"] else "skipped"


def _size(plans: Mapping[str, Any]) -> dict[str, int]:
    switches = sum(plan["role"] in SWITCHES for plan in plans.values())
    return {"hosts": len(plans) - switches, "switches": switches, "links": len(Cluster(plans, {}).links)}


def _skipped(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    grouped = by_reason(finding for finding in findings if finding.status == "skipped")
    return [{"reason": reason, "findings": [asdict(finding) for finding in found]} for reason, found in grouped.items()]


def _topology(plans: Mapping[str, Any], racks: Mapping[str, str | None], findings: Sequence[Finding]) -> dict[str, Any]:
    drawn = layers(plans, racks)
    status = _worst_by_host(findings)
    return {
        "width": round(drawn.width),
        "height": round(drawn.height),
        "racks": [asdict(rack) for rack in drawn.racks],
        "nodes": [_node(box, plans[name], status.get(name, ("skipped", 0))) for name, box in drawn.nodes.items()],
        "wires": [asdict(wire) for wire in wires(Cluster(plans, {}).links, findings, drawn.nodes)],
    }


def _worst_by_host(findings: Sequence[Finding]) -> dict[str, tuple[str, int]]:
    """A host's worst status and how many findings have it; skipped counts only where nothing else is known."""
    found: dict[str, list[str]] = {}
    for finding in findings:
        found.setdefault(finding.host, []).append(finding.status)
    ranks = ("failed", "unreadable", "passed", "skipped")
    worst = {host: min(statuses, key=ranks.index) for host, statuses in found.items()}
    return {host: (status, found[host].count(status)) for host, status in worst.items()}


def _node(box: Box, plan: Mapping[str, Any], status: tuple[str, int]) -> dict[str, Any]:
    head, _dash, number = box.name.rpartition("-")
    name = [head, number] if head and plan["role"] not in SWITCHES else [box.name]
    return {**asdict(box), "role": plan["role"], "words": name, "status": status[0], "count": status[1]}
