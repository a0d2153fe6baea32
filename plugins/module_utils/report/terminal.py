# SPDX-License-Identifier: GPL-3.0-or-later
"""The report as it stands at the end of a run: the counts, and all that has to be mended. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import STATUSES, Finding, summary
from .markdown import by_reason

WORDS = {"unreadable": "not readable"}
SHOWN = 40  # findings; the page has them all


def terminal(cluster: str, findings: Sequence[Finding]) -> str:
    """One line of counts, then what failed or was unreadable, then why what was skipped was skipped."""
    counts = summary(findings)
    told = [f"{cluster}: " + ", ".join(f"{counts[status]} {WORDS.get(status, status)}" for status in STATUSES)]
    bad = [finding for finding in findings if finding.status in ("failed", "unreadable")]
    told += [_finding(finding) for finding in bad[:SHOWN]]
    told += [f"... and {len(bad) - SHOWN} more"] if len(bad) > SHOWN else []
    skipped = by_reason(finding for finding in findings if finding.status == "skipped")
    told += ["\n".join(f"skipped  {len(found):4}  {reason}" for reason, found in skipped.items())] if skipped else []
    return "\n\n".join(told)


def _finding(finding: Finding) -> str:
    place = finding.host if finding.where == finding.host else f"{finding.host}  {finding.where}"
    lines = [
        f"{WORDS.get(finding.status, finding.status).upper()}  {place}  ({finding.check})",
        f"    wanted  {finding.wanted}",
        f"    found   {finding.found}",
        f"    do      {finding.remedy}",
    ]
    return "\n".join(lines)
