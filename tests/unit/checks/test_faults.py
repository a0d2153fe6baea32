# SPDX-License-Identifier: GPL-3.0-or-later
"""Each fault, laid into a healthy lab, is told once: that host, that place, that cause, and nothing beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from plugins.module_utils.checks.judge import judge
from plugins.module_utils.findings import Finding
from tests.unit.checks.broken import broken
from tests.unit.checks.healthy import looks_of, plans_of

CASES = sorted((Path(__file__).parent / "faults").glob("*.yml"))
TOLD = ("check", "host", "where", "wanted", "found", "status")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_fault_is_told_once_and_nothing_beside_it(path: Path) -> None:
    case = yaml.safe_load(path.read_text())
    found = judge(*broken(case))
    bad = [finding for finding in found if finding.status in ("failed", "unreadable")]
    assert [_told(finding) for finding in bad] == [{"status": "failed", **entry} for entry in case["expect"]]
    skipped = Counter(finding.found for finding in found if finding.status == "skipped")
    assert skipped == {reason: count or skipped[reason] for reason, count in case.get("skipped", {}).items()}
    assert all(finding.remedy for finding in bad)


@pytest.mark.parametrize("cluster", ["lab", "disagg-16", "infiniband-128"])
def test_a_healthy_cluster_has_nothing_to_mend(cluster: str) -> None:
    plans = plans_of(cluster)
    found = judge(plans, looks_of(plans))
    assert [finding for finding in found if finding.status in ("failed", "unreadable")] == []
    assert {finding.host for finding in found if finding.status == "passed"} == {
        host for host, plan in plans.items() if plan["subjects"] or plan["role"] == "management"
    }


@pytest.mark.parametrize("cluster", ["lab", "disagg-16"])
def test_of_a_healthy_roce_cluster_nothing_is_skipped(cluster: str) -> None:
    plans = plans_of(cluster)
    assert [finding for finding in judge(plans, looks_of(plans)) if finding.status == "skipped"] == []


def test_hosts_that_were_not_looked_at_are_skipped_and_not_failed() -> None:
    plans = plans_of("lab")
    found = judge(plans, {"compute-1": looks_of(plans)["compute-1"]})
    assert {finding.status for finding in found if finding.host == "compute-1"} == {"passed", "skipped"}
    assert {finding.status for finding in found if finding.host != "compute-1"} == {"skipped"}


def _told(finding: Finding) -> dict[str, Any]:
    return {name: getattr(finding, name) for name in TOLD}
