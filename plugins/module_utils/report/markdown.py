# SPDX-License-Identifier: GPL-3.0-or-later
"""The report as a short text. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..findings import Finding, summary
from .incast import NOTHING_SIMULATED

COLUMNS = ("host", "where", "check", "wanted", "found", "remedy")


def markdown(
    cluster: str,
    when: str,
    findings: Sequence[Finding],
    warnings: Sequence[Mapping[str, str]] = (),
    incast: Mapping[str, Any] = NOTHING_SIMULATED,
) -> str:
    """A heading, the counts, what is not good, why what was skipped was skipped, the plans' warnings, the incast."""
    counts = summary(findings)
    parts = [
        f"# {cluster}",
        f"{when}: " + ", ".join(f"{count} {status}" for status, count in counts.items()) + ".",
        *(_section(status, [one for one in findings if one.status == status]) for status in ("failed", "unreadable")),
        _skipped([one for one in findings if one.status == "skipped"]),
        _warnings(warnings),
        _incast(incast),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def by_reason(skipped: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Skipped findings under the reason that they have in common."""
    found: dict[str, list[Finding]] = {}
    for finding in skipped:
        found.setdefault(finding.found, []).append(finding)
    return found


def _section(status: str, findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    rows = [[_cell(getattr(finding, column)) for column in COLUMNS] for finding in findings]
    return f"## {status.capitalize()}\n\n" + _table(COLUMNS, rows)


def _skipped(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    rows = [[_cell(reason), str(len(found))] for reason, found in by_reason(findings).items()]
    return "## Skipped\n\n" + _table(("reason", "findings"), rows)


def _warnings(warnings: Sequence[Mapping[str, str]]) -> str:
    if not warnings:
        return ""
    rows = [[_cell(one["hosts"]), _cell(one["text"])] for one in warnings]
    return "## Warnings of the plans\n\n" + _table(("hosts", "warning"), rows)


def _incast(incast: Mapping[str, Any]) -> str:
    tables = [_simulated(kind) for kind in incast["kinds"]]
    told = [*tables, *filter(None, [_cell(incast["missing"])])]
    return "\n\n".join(["## What the fabric does under incast", *told]) if told else ""


def _simulated(kind: Mapping[str, Any]) -> str:
    head, *rows = [[_cell(text) for text in row] for row in (kind["head"], *kind["rows"])]
    return f"{_cell(kind['hosts'])}: {_cell(kind['sentence'])}\n\n" + _table(head, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    """Text that stays one cell: what a device said may hold bars, line ends and HTML."""
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
    return " ".join(safe.split())
