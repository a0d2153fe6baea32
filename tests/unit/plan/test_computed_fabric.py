# SPDX-License-Identifier: GPL-3.0-or-later
"""The spec's models, cables and incast give the numbers of plans, or are refused with the place in the spec."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugins.module_utils.plan.build import build
from plugins.module_utils.spec.model import Cables
from tests.golden.clusters import ROCE, nodes_of, plans_of, spec_of


def changed(tiers=None, roce=None, cluster="lab", **fabric):
    """The plans of a cluster with other settings of both tiers, of roce and of the fabric."""
    spec = spec_of(cluster)
    made = {tier: replace(getattr(spec.fabric, tier), **(tiers or {})) for tier in ("leaf", "spine")}
    fabric_of = replace(spec.fabric, **made, roce=replace(spec.fabric.roce, **(roce or {})), **fabric)
    return build(replace(spec, fabric=fabric_of), nodes_of(cluster))


def rows(plan, table):
    return {row["key"]: row.get("fields") for row in plan.subjects["config_db"]["config"] if row["table"] == table}


def reason(plan, number):
    [row] = [row for row in plan.why if row["number"] == number]
    return row


def test_each_port_has_the_cable_of_its_kind():
    cables = rows(plans_of("disagg-16")["leaf-1"], "CABLE_LENGTH")["AZURE"]
    assert (cables["Ethernet0"], cables["Ethernet128"]) == ("15m", "30m")
    assert {*rows(plans_of("disagg-16")["spine-1"], "CABLE_LENGTH")["AZURE"].values()} == {"30m"}
    assert {*rows(plans_of("plain")["leaf-1"], "CABLE_LENGTH")["AZURE"].values()} == {"40m"}, "left out"


def test_a_model_gives_computed_marking_and_none_gives_published_marking():
    computed = rows(plans_of("disagg-16")["leaf-1"], "WRED_PROFILE")["disagg-lossless"]
    assert computed["green_min_threshold"] == str(503_808)
    published = rows(plans_of("plain")["leaf-1"], "WRED_PROFILE")["disagg-lossless"]
    assert published["green_min_threshold"] == "150000"
    assert "BUFFER_PG" not in {row["table"] for row in plans_of("plain")["leaf-1"].subjects["config_db"]["config"]}


@pytest.mark.parametrize("model", ["dynamic", "traditional"])
def test_the_buffer_model_is_asked_of_the_switch_and_not_set(model):
    plan = changed({"buffer_model": model})["leaf-1"]
    assert plan.subjects["metadata"]["config"] == [{"setting": "buffer_model", "value": model}]
    assert not rows(plan, "DEVICE_METADATA")
    wanted = "NULL" if model == "dynamic" else "pg_lossless_400000_5m_profile"
    assert rows(plan, "BUFFER_PG")["Ethernet0|3"] == {"profile": wanted}
    assert rows(plan, "BUFFER_PG")["Ethernet0|3-4"] is None, "SONiC's own row must go"


def test_what_does_not_fit_is_refused_once_for_each_tier_with_its_place_in_the_spec():
    with pytest.raises(ValueError) as error:
        changed({"model": "sn2700"}, cluster="disagg-16", cables=Cables(host=2000, spine=2000))
    leaf, spine = str(error.value).splitlines()
    assert leaf.startswith("fabric.leaf.model: sn2700, on leaf-1 and 7 more: headroom: ")
    assert spine.startswith("fabric.spine.model: sn2700, on spine-1 and 3 more: headroom: ")
    assert all("; allowed: " in line and "; do: " in line for line in (leaf, spine))


def test_a_speed_the_model_has_not_is_refused_with_its_place_in_the_spec():
    nodes = {
        name: replace(node, nics=tuple(replace(nic, speed=800_000) for nic in node.nics))
        for name, node in nodes_of("lab").items()
    }
    spec = spec_of("lab")
    tiers = {t: replace(getattr(spec.fabric, t), model="z9664f", buffer_model="traditional") for t in ("leaf", "spine")}
    with pytest.raises(
        ValueError, match=r"fabric\.leaf\.model: z9664f, on leaf-1 and 1 more: speed_mbps: 800000 found"
    ):
        build(replace(spec, fabric=replace(spec.fabric, speed=800_000, **tiers)), nodes)


def test_an_incast_that_is_paused_before_it_is_marked_is_a_warning_of_the_plan():
    plans = changed(roce={"incast": 1024, "dynamic_th": -8})
    [first, *_] = plans["leaf-1"].warnings
    assert first.startswith("PFC fires before ECN marks at an incast of ")
    assert plans["leaf-1"].document()["warnings"] == plans["leaf-1"].warnings
    assert plans_of("lab")["leaf-1"].warnings == []


def test_shared_headroom_reaches_both_models():
    ratio = {"over_subscription": 2}
    dynamic = changed(roce=ratio)["leaf-1"]
    assert rows(dynamic, "DEFAULT_LOSSLESS_BUFFER_PARAMETER")["AZURE"]["over_subscribe_ratio"] == "2"
    traditional = changed({"buffer_model": "traditional"}, roce=ratio)["leaf-1"]
    assert int(rows(traditional, "BUFFER_POOL")["ingress_lossless_pool"]["xoff"]) > 0


@pytest.mark.parametrize("cluster", ROCE)
def test_every_plan_on_the_fabric_says_why(cluster):
    for name, plan in plans_of(cluster).items():
        assert bool(plan.why) == bool(plan.links), name
        for row in plan.why:
            assert {*row} == {"number", "value", "why"} and all(row.values())


def test_a_reason_has_value_formula_inputs_and_source():
    row = reason(plans_of("disagg-16")["leaf-1"], "kmin")
    assert row["value"] == "503808 bytes"
    assert "Kmin = speed x round trip" in row["why"] and "incast = 63" in row["why"] and "SIGCOMM 2015" in row["why"]
    least = plans_of("disagg-16")["compute-1"].subjects["buffer"]["least"][1]
    assert reason(plans_of("disagg-16")["compute-1"], "lossless buffer")["value"] == f"at least {least} bytes"
