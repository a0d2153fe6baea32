# SPDX-License-Identifier: GPL-3.0-or-later
"""The report as data, and the order in which hosts are told. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..contract import ROLES
from ..findings import Finding, summary, to_report
from ..plan.order import natural


def document(
    cluster: str, when: str, findings: Sequence[Finding], incast: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """What report.json holds, see docs/report.schema.json; ``when`` is told by the caller, who has a clock.

    ``incast`` is what was simulated, each kind of switch as its ``document`` tells it.
    """
    judged = {"summary": summary(findings), "findings": to_report(findings)}
    return {"cluster": cluster, "when": when, **judged, "incast": [*incast]}


def in_order(plans: Mapping[str, Any]) -> dict[str, Any]:
    """The plans in the order of the spec: compute first, switches last, compute-2 before compute-10."""
    return {host: plans[host] for host in sorted(plans, key=lambda host: (_role(plans[host]), natural(host)))}


def with_subjects(plans: Mapping[str, Any], added: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The plans with the subjects that are ``added`` to each."""
    return {
        host: {**plan, "subjects": {**plan.get("subjects", {}), **added.get(host, {})}} for host, plan in plans.items()
    }


def is_good(findings: Iterable[Finding]) -> bool:
    """Whether all is proven: nothing failed, and nothing was unreadable, for what cannot be read is not proven."""
    return not any(finding.status in ("failed", "unreadable") for finding in findings)


def _role(plan: Mapping[str, Any]) -> int:
    return ROLES.index(plan["role"]) if plan.get("role") in ROLES else len(ROLES)
