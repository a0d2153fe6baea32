# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of a host that cannot be as planned while another row of their port is not: told once, at the cause. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..findings import Finding
from .blame import because
from .places import touches
from .verdict import skipped

# By check: the check whose finding explains it, and the fields that finding must be about.
CAUSES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "pfc": ("pause", ("rx", "tx")),  # drivers refuse PFC beside global pause (recorded, Linux 6.12)
    "route": ("link", ("up",)),  # the kernel drops the routes of a port that goes down
}


def told_once(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, where a consequence is skipped and names its cause."""
    failed = [finding for finding in findings if finding.status == "failed"]
    return [_judged(finding, failed) if finding.status == "failed" else finding for finding in findings]


def _judged(finding: Finding, failed: Sequence[Finding]) -> Finding:
    check, fields = CAUSES.get(finding.check, ("", ()))
    causes = [one for one in failed if one.check == check and one.host == finding.host and touches(one, fields)]
    cause = next((one for one in causes if touches(finding, (one.where.split(" ")[0],))), None)
    if cause is None:
        return finding
    return skipped(finding.check, finding.host, finding.where, finding.wanted, because(cause))
