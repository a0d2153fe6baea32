# SPDX-License-Identifier: GPL-3.0-or-later
"""What the report says of the incast, with NumPy and Matplotlib and without."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from plugins.module_utils.edge import drawing
from plugins.module_utils.edge.report_file import page
from plugins.module_utils.report import incast
from plugins.module_utils.report.document import document
from plugins.module_utils.report.markdown import markdown
from plugins.module_utils.report.view import view
from plugins.module_utils.simulation.bottleneck import planned
from tests.unit.checks.healthy import plans_of

ROOT = Path(__file__).resolve().parents[3]
TEMPLATE = str(ROOT / "playbooks/templates/report.html.j2")
SCHEMA = json.loads((ROOT / "docs/report.schema.json").read_text())
NASTY = "<script>alert('x')</script>"
WITHOUT = """
import json, sys
for name in {without}:
    sys.modules[name] = None
from plugins.module_utils.edge import drawing
from plugins.module_utils.report import incast
plans = json.load(sys.stdin)
kinds = incast.kinds(plans)
pictures = [drawing.drawing(incast.lines(kind), incast.title(kind)) for kind in kinds]
print(json.dumps(incast.section(kinds, pictures, [incast.missing(plans), drawing.missing() if kinds else ""])))
"""


@cache
def kinds(cluster: str) -> list[incast.Kind]:
    return incast.kinds(plans_of(cluster))


@cache
def section(cluster: str) -> dict[str, Any]:
    pictures = [drawing.drawing(incast.lines(kind), incast.title(kind)) for kind in kinds(cluster)]
    return incast.section(kinds(cluster), pictures, [incast.missing(plans_of(cluster))])


def without(*names: str) -> dict[str, Any]:
    """The section as a Python that lacks these makes it."""
    code, plans = WITHOUT.format(without=names), json.dumps(plans_of("lab"))
    ran = subprocess.run(
        [sys.executable, "-c", code], input=plans, capture_output=True, text=True, cwd=ROOT, check=True
    )
    return json.loads(ran.stdout)


@pytest.mark.parametrize(
    ("cluster", "hosts"),
    [
        ("lab", [("leaf-1", "leaf-2"), ("spine-1",)]),
        ("disagg-16", [(*(f"leaf-{n}" for n in range(1, 9)), *(f"spine-{n}" for n in range(1, 5)))]),
        ("infiniband-128", []),
    ],
)
def test_switches_that_differ_in_their_pool_only_are_one_kind_with_the_smallest(cluster, hosts):
    assert [kind.hosts for kind in kinds(cluster)] == hosts
    plans = plans_of(cluster)
    for kind in kinds(cluster):
        assert kind.runs[0].case.memory.pool == min(plans[host]["incast"]["pool"] for host in kind.hosts)


@pytest.mark.parametrize("cluster", ["lab", "disagg-16"])
def test_the_numbers_stand_in_the_report_with_the_published_ones_beside(cluster):
    told = [incast.document(kind) for kind in kinds(cluster)]
    report = json.loads(json.dumps(document(cluster, "now", [], told)))
    jsonschema.validate(report, SCHEMA)
    for kind in report["incast"]:
        ours, others = kind["curves"]
        wanted = plans_of(cluster)[kind["hosts"][0]]["incast"]
        assert (ours["kmin"], ours["kmax"], ours["percent"]) == (wanted["kmin"], wanted["kmax"], wanted["percent"])
        assert others["name"] == wanted["nearest"]["name"]
        assert ours["lost"] == others["lost"] == 0
        assert 0.9 < ours["throughput"] <= 1
        assert ours["queue_mean"] <= others["queue_mean"], "its curve lies higher"


def test_page_and_text_have_a_picture_and_a_table_for_each_kind():
    text = page(TEMPLATE, view("lab", "now", plans_of("lab"), {}, [], section("lab")))
    assert text.count('<figure class="card incast">') == 2
    assert text.count("queue, 99th percentile") == 2
    assert markdown("lab", "now", [], (), section("lab")).count("| queue, 99th percentile |") == 2
    assert "under incast" not in page(TEMPLATE, view("lab", "now", plans_of("lab"), {}, []))
    assert "incast" not in markdown("lab", "now", [])


def test_a_page_with_pictures_needs_no_other_file():
    text = page(TEMPLATE, view("lab", "now", plans_of("lab"), {}, [], section("lab")))
    assert not re.findall(r"""(?:src|href|url\(|@import)\s*=?\s*["']?(?!data:,|#)[\w./:-]+""", text)


def test_pictures_are_well_formed_and_share_no_name_but_their_page():
    seen: set[str] = set()
    for kind in section("lab")["kinds"]:
        element = ElementTree.fromstring(kind["picture"])
        named = {node.get("id") for node in element.iter() if node.get("id", "m").startswith(("m", "p"))} - {None}
        paths = {name for name in named if re.fullmatch(r"[mp][0-9a-f]{8,}", name)}
        assert paths
        assert not paths & seen
        seen |= paths
        assert not [*element.iter("{http://www.w3.org/2000/svg}style")], "it would hold for the whole page"
        words = " ".join(node.text or "" for node in element.iter("{http://www.w3.org/2000/svg}text"))
        assert all(
            word in words for word in ("queue, MB", "times the line", "paused, %", "this plan", "SONiC stock", "ms")
        )


def test_a_picture_is_the_same_for_the_same_plans():
    [kind, *_rest] = kinds("lab")
    assert drawing.drawing(incast.lines(kind), "x") == drawing.drawing(incast.lines(kind), "x")


def test_what_a_plan_says_is_escaped():
    plans = plans_of("lab")
    for plan in plans.values():
        if "incast" in plan:
            plan["incast"]["nearest"]["name"] = NASTY
    made = incast.kinds(plans)
    told = incast.section(made, [drawing.drawing(incast.lines(kind), NASTY) for kind in made], [NASTY])
    assert "<script>alert" not in page(TEMPLATE, view("lab", "now", plans, {}, [], told))
    assert "<script>alert" not in markdown("lab", "now", [], (), told)


def test_without_matplotlib_the_numbers_stand_alone_and_one_sentence_says_why():
    told = without("matplotlib")
    assert [kind["rows"] for kind in told["kinds"]] == [kind["rows"] for kind in section("lab")["kinds"]]
    assert not any(kind["picture"] for kind in told["kinds"])
    assert told["missing"] == drawing.MISSING
    assert "pip install matplotlib" in page(TEMPLATE, view("lab", "now", plans_of("lab"), {}, [], told))


def test_without_numpy_the_report_says_in_one_sentence_what_to_install():
    told = without("numpy", "matplotlib")
    assert told == {
        "kinds": [],
        "missing": "Nothing was simulated: the controller lacks NumPy and Matplotlib (pip install numpy matplotlib).",
    }
    assert told["missing"] in page(TEMPLATE, view("lab", "now", plans_of("lab"), {}, [], told))
    assert told["missing"] in markdown("lab", "now", [], (), told)


def test_where_nothing_could_be_simulated_nothing_is_missing():
    assert incast.missing(plans_of("infiniband-128")) == ""


def test_a_plan_tells_the_simulation_what_its_switch_is_given():
    row = plans_of("disagg-16")["leaf-1"]["incast"]
    at = planned(row)
    profile = next(
        one["fields"]
        for one in plans_of("disagg-16")["leaf-1"]["subjects"]["config_db"]["config"]
        if one["table"] == "WRED_PROFILE" and not one.get("absent")
    )
    assert [
        int(profile[name]) for name in ("green_min_threshold", "green_max_threshold", "green_drop_probability")
    ] == [
        at.curve.kmin,
        at.curve.kmax,
        at.curve.percent,
    ]
    assert (at.line, at.round_trip) == (50e9, pytest.approx(9.92e-6))
