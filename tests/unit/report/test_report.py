# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of the three golden clusters, with faults: as data, as text, and as a page."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from plugins.module_utils.checks.judge import judge
from plugins.module_utils.edge.report_file import json_text, page
from plugins.module_utils.findings import Finding, from_report, ordered, summary
from plugins.module_utils.report.document import document, in_order, is_good
from plugins.module_utils.report.layers import layers
from plugins.module_utils.report.markdown import markdown
from plugins.module_utils.report.reasons import warnings
from plugins.module_utils.report.terminal import terminal
from plugins.module_utils.report.view import view
from tests.unit.checks.healthy import looks_of, plans_of

ROOT = Path(__file__).resolve().parents[3]
TEMPLATE = str(ROOT / "playbooks/templates/report.html.j2")
SCHEMA = json.loads((ROOT / "docs/report.schema.json").read_text())
CLUSTERS = ["lab", "disagg-16", "infiniband-128"]
NASTY = "<script>alert('x')</script> & \"quoted\" | piped"


@cache
def racks(cluster: str) -> dict[str, str | None]:
    nodes = json.loads((ROOT / f"tests/golden/{cluster}/nodes.json").read_text())["nodes"]
    return {name: node["rack"] for name, node in nodes.items()}


@cache
def faulty(cluster: str) -> tuple[dict[str, Any], list[Finding]]:
    """The plans of a cluster in which a file is strange, a subject cannot be read and a host is down."""
    plans = plans_of(cluster)
    looks = looks_of(plans)
    first, second, third = [
        host for host, plan in plans.items() if plan["links"] and plan["role"] in ("compute", "storage")
    ][:3]
    looks[first]["subjects"]["nccl"]["have"].append({"name": "NCCL_DEBUG", "value": NASTY})
    looks[second]["subjects"]["link"] = {"have": [], "error": f"link of {NASTY}"}
    looks[third] = {"reachable": False, "error": NASTY, "subjects": {}}
    return plans, judge(plans, looks)


@cache
def rendered(cluster: str) -> tuple[list[Finding], str]:
    plans, findings = faulty(cluster)
    return findings, page(TEMPLATE, view(cluster, "2026-11-30 21:00:00 UTC", plans, racks(cluster), findings))


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_the_report_keeps_its_schema_and_survives_the_round_trip(cluster: str) -> None:
    _plans, findings = faulty(cluster)
    report = json.loads(json_text(document(cluster, "2026-11-30 21:00:00 UTC", findings)))
    jsonschema.validate(report, SCHEMA)
    assert from_report(report["findings"]) == findings
    assert sum(report["summary"].values()) == len(findings)
    assert report["summary"] == summary(findings)


def test_warnings_and_reasons_of_plans_stand_in_page_and_text_once_for_hosts_that_are_alike() -> None:
    plans = plans_of("lab")
    for leaf in ("leaf-1", "leaf-2"):
        plans[leaf]["warnings"] = [NASTY]
    text = page(TEMPLATE, view("lab", "now", plans, racks("lab"), []))
    assert html.unescape(text).count(f"<td>{NASTY}</td>") == 1
    assert "<td>kmin</td>" in text and "SIGCOMM 2015" in text
    assert f"<td>{NASTY}" not in text
    told = [line for line in markdown("lab", "now", [], warnings(plans)).splitlines() if "leaf-1, leaf-2" in line]
    assert len(told) == 1 and "&lt;script>" in told[0]
    assert "Warnings" not in markdown("lab", "now", [])


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_the_page_shows_every_finding_that_has_to_be_mended(cluster: str) -> None:
    findings, text = rendered(cluster)
    shown = html.unescape(text)
    bad = [finding for finding in findings if finding.status in ("failed", "unreadable")]
    assert len(bad) == 3
    for finding in bad:
        assert all(
            part in shown for part in (finding.host, finding.where, finding.wanted, finding.found, finding.remedy)
        )


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_the_page_escapes_what_devices_say(cluster: str) -> None:
    _findings, text = rendered(cluster)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_the_page_needs_no_other_file(cluster: str) -> None:
    _findings, text = rendered(cluster)
    outside = re.findall(r"""(?:src|href|url\(|@import)\s*=?\s*["']?(?!data:,)[\w./:#-]+""", text)
    assert outside == []


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_the_drawing_is_well_formed_and_has_every_node_and_link(cluster: str) -> None:
    _findings, text = rendered(cluster)
    drawing = ElementTree.fromstring(re.search(r"<svg viewBox=\"0 0 \d{3,}.*?</svg>", text, re.DOTALL)[0])
    plans = plans_of(cluster)
    assert {node.get("data-host") for node in drawing.iter("g") if node.get("data-host")} == {*plans}
    pairs = {frozenset((host, link["peer"]["host"])) for host, plan in plans.items() for link in plan["links"]}
    assert sum(group.get("class") == "link" for group in drawing.iter("g")) == len(pairs)


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_no_two_boxes_of_the_drawing_overlap(cluster: str) -> None:
    drawn = layers(plans_of(cluster), racks(cluster))
    rows: dict[float, list[Any]] = {}
    for box in drawn.nodes.values():
        rows.setdefault(box.y, []).append(box)
        assert 0 <= box.x <= drawn.width - box.width
        assert box.y + box.height <= drawn.height
    for row in rows.values():
        row.sort(key=lambda box: box.x)
        assert all(left.x + left.width <= right.x for left, right in zip(row, row[1:]))


def test_a_line_has_the_colour_of_its_worst_finding_and_says_both_ends() -> None:
    plans = plans_of("lab")
    looks = looks_of(plans)
    next(row for row in looks["compute-1"]["subjects"]["pfc"]["have"] if row["port"] == "rail0")["lossless"] = []
    shown = view("lab", "now", plans, racks("lab"), judge(plans, looks))["topology"]["wires"]
    assert shown[-1]["status"] == "failed"
    assert shown[-1]["title"].splitlines() == [
        "compute-1 rail0 \N{EN DASH} leaf-1 Ethernet0",
        "compute-1 rail0 lossless failed: wanted 3, found none",
    ]
    assert [wire["status"] for wire in shown[:-1]] == ["passed"] * (len(shown) - 1)


def test_failures_come_first_and_hosts_in_the_order_of_the_spec() -> None:
    made = [
        Finding("link", "leaf-1", "Ethernet4", "", "", "passed"),
        Finding("link", "compute-10", "rail0", "", "", "skipped"),
        Finding("link", "compute-2", "rail10", "", "", "failed"),
        Finding("link", "compute-2", "rail9", "", "", "failed"),
        Finding("link", "compute-1", "rail0", "", "", "unreadable"),
        Finding("link", "compute-10", "rail0", "", "", "failed"),
    ]
    hosts = [
        *in_order({host: {"role": host.split("-")[0]} for host in ("leaf-1", "compute-10", "compute-2", "compute-1")})
    ]
    assert [(one.status, one.host, one.where) for one in ordered(made, hosts)] == [
        ("failed", "compute-2", "rail9"),
        ("failed", "compute-2", "rail10"),
        ("failed", "compute-10", "rail0"),
        ("unreadable", "compute-1", "rail0"),
        ("skipped", "compute-10", "rail0"),
        ("passed", "leaf-1", "Ethernet4"),
    ]


@pytest.mark.parametrize(
    ("status", "good"), [("passed", True), ("skipped", True), ("failed", False), ("unreadable", False)]
)
def test_what_cannot_be_read_is_not_proven(status: str, good: bool) -> None:
    assert is_good([Finding("link", "compute-1", "rail0", "", "", status)]) is good


def test_a_cell_of_the_text_stays_one_cell() -> None:
    _plans, findings = faulty("lab")
    lines = [line for line in markdown("lab", "now", findings).splitlines() if "NCCL_DEBUG" in line]
    assert len(lines) == 1
    assert len(re.findall(r"(?<!\\)\|", lines[0])) == 7
    assert "<script>" not in lines[0]


def test_the_terminal_tells_counts_first_then_what_to_mend() -> None:
    plans = plans_of("lab")
    looks = looks_of(plans)
    next(row for row in looks["compute-1"]["subjects"]["pfc"]["have"] if row["port"] == "rail0")["lossless"] = []
    findings = judge(plans, looks)
    assert terminal("lab", findings).splitlines() == [
        f"lab: 1 failed, 0 not readable, 1 skipped, {summary(findings)['passed']} passed",
        "",
        "FAILED  compute-1  rail0 lossless  (pfc)",
        "    wanted  3",
        "    found   none",
        "    do      run apply.yml, which sets it as planned",
        "",
        "skipped     1  see pfc of compute-1, rail0 lossless",
    ]
