# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold of every plan's numbers (roce.md G) is asked as it is made, and the page names real code."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module

import pytest

from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.congestion import storm_too_soon, watchdog
from plugins.module_utils.plan.marking import Memory, Path, marking
from plugins.module_utils.plan.port_headroom import NO_GROUP, Port, too_small
from plugins.module_utils.plan.rdma_mtu import mtu_warning, payload
from plugins.module_utils.plan.switch_models import SWITCHES
from tests.golden.clusters import ROCE, ROOT, nodes_of, plans_of, spec_of

PAGE = (ROOT / "docs/fabric.md").read_text().partition("## What holds in every plan")[2].partition("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if re.match(r"\| \d", line)]


@pytest.mark.parametrize(("mtu", "bytes"), [(1500, 1024), (2200, 2048), (4200, 4096), (9000, 4096), (9216, 4096)])
def test_rdma_uses_a_power_of_two_of_the_mtu(mtu, bytes):
    """roce.md A5, NVIDIA's own pairs."""
    assert payload(mtu) == bytes
    assert bool(mtu_warning(mtu)) == (bytes < 4096)


def test_a_small_mtu_is_a_warning_of_every_plan_on_the_fabric():
    spec = spec_of("lab")
    plans = build(replace(spec, fabric=replace(spec.fabric, mtu=1500)), nodes_of("lab"))
    told = "fabric.mtu: 1500: an RDMA packet carries 1024 bytes; from 4200 on it carries 4096"
    assert {told in plan.warnings for plan in plans.values() if plan.links} == {True}
    assert not plans["management-1"].warnings


def test_headroom_below_what_the_wire_holds_is_refused_whatever_formula_gave_it():
    port = Port(400_000, 1500, 9100, 4)
    told = too_small(port, replace(NO_GROUP, xoff=427_008))
    assert told == "xoff: 427008 bytes found; allowed: at least 759100, what the cable and one packet hold", (
        "a row of SN4700-O8C48's shipped table, roce.md C5"
    )
    assert too_small(port, replace(NO_GROUP, xoff=759_100)) == ""


def test_a_queue_that_drains_for_longer_than_the_watchdog_waits_is_a_warning():
    assert storm_too_soon(158_229_504, 400_000, 200) == ""
    assert "take 1266 ms to leave at 1000 Mb/s" in storm_too_soon(158_229_504, 1_000, 200)


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("ports", [2, 32, 64, 256])
def test_no_known_switch_pauses_for_as_long_as_its_watchdog_waits(name, ports):
    assert storm_too_soon(SWITCHES[name].memory, 10_000, watchdog(ports)[1]) == ""


def test_an_incast_that_no_curve_holds_is_a_warning():
    found = marking(Path(10_000, 5, 9000, 4), Memory(10**9, 1), 100_000, 1024)
    assert found.percent == 100 and found.flows < 100_000
    assert found.warnings[-1].startswith(f"no marking curve holds the planned incast of 100000: up to {found.flows} ")


@pytest.mark.parametrize("cluster", ROCE)
def test_no_golden_cluster_breaks_one(cluster):
    assert {warning for plan in plans_of(cluster).values() for warning in plan.warnings} == set()


def test_the_page_lists_all_thirteen_in_order():
    assert [int(row[0]) for row in ROWS] == [*range(1, 14)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_place_the_page_names_is_there(row):
    places = re.findall(r"`([a-z_/]+)\.py::(\w+)`", row[2])
    assert places
    for path, name in places:
        module = import_module(f"plugins.module_utils.{path.replace('/', '.')}")
        assert hasattr(module, name), f"{path}.py has no {name}"
