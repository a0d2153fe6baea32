# SPDX-License-Identifier: GPL-3.0-or-later
"""Switches beside SONiC: Cumulus is judged row by row, EOS and NX-OS are told as handed over and not read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from plugins.module_utils.checks.judge import judge
from plugins.module_utils.findings import Finding
from tests.unit.checks.healthy import looks_of
from tests.unit.plan.other_switches import plans_of

Plans = dict[str, Any]


def cluster(system: str) -> tuple[Plans, dict[str, Any]]:
    """The plans, and looks at all that is read."""
    plans = copy.deepcopy({host: plan.document() for host, plan in plans_of(system).items()})
    read = {host: plan for host, plan in plans.items() if "switch_text" not in plan["subjects"]}
    return plans, looks_of(read)


def bad(found: list[Finding]) -> list[tuple[str, str, str, str]]:
    return [(one.check, one.host, one.where, one.found) for one in found if one.status in ("failed", "unreadable")]


def row(looks: dict[str, Any], host: str, subject: str, **key: str) -> dict[str, Any]:
    """One row of a look, to be changed."""
    rows: list[dict[str, Any]] = looks[host]["subjects"][subject]["have"]
    return next(entry for entry in rows if key.items() <= entry.items())


def test_a_healthy_cumulus_cluster_passes_every_check_and_skips_none() -> None:
    found = judge(*cluster("cumulus"))
    assert {one.status for one in found} == {"passed"}
    assert {one.check for one in found if one.host == "leaf-1"} >= {"node", "nvue", "saved", "speed", "mtu"}
    classes = [one for one in found if one.check == "class"]
    assert len(classes) == 8
    assert classes[0].found == "dscp 26 lossless in priority 3, dscp 48 lossy in priority 6"


@pytest.mark.parametrize("system", ["eos", "nxos"])
def test_a_switch_whose_text_was_handed_over_is_skipped_with_that_reason(system: str) -> None:
    found = judge(*cluster(system))
    assert bad(found) == []
    leaf = [one for one in found if one.host == "leaf-1"]
    assert {(one.status, one.found) for one in leaf} == {("skipped", "handed over as text, not read")}
    speeds = [one for one in found if one.check == "speed" and one.host == "compute-1"]
    assert {(one.status, one.found) for one in speeds} == {("skipped", "handed over as text, not read")}


def test_a_lossy_roce_mode_is_told_once() -> None:
    plans, looks = cluster("cumulus")
    row(looks, "leaf-1", "nvue", path="qos roce mode")["value"] = "lossy"
    assert bad(judge(plans, looks)) == [("nvue", "leaf-1", "qos roce mode", "lossy")]


def test_a_small_mtu_on_a_cumulus_port_is_told_once() -> None:
    plans, looks = cluster("cumulus")
    row(looks, "leaf-1", "nvue", path="interface swp1 link mtu")["value"] = "1500"
    row(looks, "leaf-1", "switch_port", port="swp1")["mtu"] = 1500
    assert bad(judge(plans, looks)) == [("nvue", "leaf-1", "interface swp1 link mtu", "1500")]


def test_a_port_that_is_shut_is_told_once() -> None:
    plans, looks = cluster("cumulus")
    looks["leaf-1"]["subjects"]["nvue"]["have"].remove({"path": "interface swp1 link state up", "value": ""})
    row(looks, "leaf-1", "switch_port", port="swp1").update(oper="down", speed=None)
    assert bad(judge(plans, looks)) == [("nvue", "leaf-1", "interface swp1 link state up", "nothing")]


def test_plans_of_different_priorities_do_not_fit_together() -> None:
    plans, looks = cluster("cumulus")
    for entry in looks["compute-1"]["subjects"]["dscp"]["have"], plans["compute-1"]["subjects"]["dscp"]["config"]:
        for port in entry:
            port["map"] = {**port["map"], "26": 4}
    told = bad(judge(plans, looks))
    assert [one[:3] for one in told] == [("class", "compute-1", "eth2"), ("class", "compute-1", "eth3")]
    assert "dscp 26 lossy in priority 4 at compute-1 eth2, lossless in priority 3 at leaf-1 swp1" in told[0][3]


def test_what_is_not_saved_is_told_unless_it_is_not_as_planned_either() -> None:
    plans, looks = cluster("cumulus")
    saved = row(looks, "leaf-1", "saved", file="/etc/nvue.d/startup.yaml")
    saved["differences"] = ["/interface/swp1/ip/address/10.64.0.0~131"]
    assert [one[0] for one in bad(judge(plans, looks))] == ["saved"]
    gone = {"path": "interface swp1 ip address 10.64.0.0/31", "value": ""}
    looks["leaf-1"]["subjects"]["nvue"]["have"].remove(gone)
    assert [one[:3] for one in bad(judge(plans, looks))] == [("nvue", "leaf-1", gone["path"])]
