# SPDX-License-Identifier: GPL-3.0-or-later
"""A lossy fabric is judged by the same checks: nothing pauses anywhere, and what does is told."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from plugins.module_utils.checks.counter_rules import Reading, symptoms
from plugins.module_utils.checks.judge import judge
from plugins.module_utils.findings import Finding
from tests.golden.clusters import plans_of
from tests.unit.checks.healthy import looks_of


def cluster() -> tuple[dict[str, Any], dict[str, Any]]:
    plans = {host: copy.deepcopy(plan.document()) for host, plan in plans_of("lossy").items()}
    return plans, looks_of(plans)


def row(looks: dict[str, Any], host: str, subject: str, **key: str) -> dict[str, Any]:
    rows: list[dict[str, Any]] = looks[host]["subjects"][subject]["have"]
    return next(entry for entry in rows if key.items() <= entry.items())


def bad(found: list[Finding]) -> list[tuple[str, ...]]:
    return [(one.check, one.host, one.where, one.wanted, one.found) for one in found if one.status == "failed"]


def test_a_healthy_lossy_cluster_passes_every_check_and_skips_none() -> None:
    found = judge(*cluster())
    assert {one.status for one in found} == {"passed"}
    classes = [one for one in found if one.check == "class"]
    assert {one.found for one in classes} == {"dscp 26 lossy in priority 3, dscp 48 lossy in priority 6"}


@pytest.mark.parametrize("field", ["pfc_enable", "pfcwd_sw_enable"])
def test_a_switch_port_that_still_pauses_is_told_once(field: str) -> None:
    plans, looks = cluster()
    row(looks, "leaf-1", "config_db", table="PORT_QOS_MAP", key="Ethernet0")["fields"][field] = "3"
    assert bad(judge(plans, looks)) == [
        ("config_db", "leaf-1", f"PORT_QOS_MAP|Ethernet0 {field}", "nothing", "3"),
    ]


def test_a_group_that_still_has_headroom_is_told_once() -> None:
    plans, looks = cluster()
    stock = {"table": "BUFFER_PG", "key": "Ethernet0|3-4", "fields": {"profile": "NULL"}}
    looks["leaf-1"]["subjects"]["config_db"]["have"].append(stock)
    assert bad(judge(plans, looks)) == [
        ("config_db", "leaf-1", "BUFFER_PG|Ethernet0|3-4", "nothing", "profile NULL"),
    ]


def test_a_host_port_that_still_pauses_is_told_once() -> None:
    plans, looks = cluster()
    row(looks, "compute-1", "pfc", port="rail0")["lossless"] = [3]
    assert bad(judge(plans, looks)) == [("pfc", "compute-1", "rail0 lossless", "none", "3")]


def test_packets_lost_in_a_lossy_class_are_no_finding_and_any_pause_is_one() -> None:
    grown = {"out_of_sequence": 9, "rx_vport_rdma_unicast_packets": 5000, "rx_prio3_packets": 5000}
    assert symptoms(Reading(grown, grown, (), grown)) == []
    [told] = symptoms(Reading(grown, {**grown, "rx_prio3_pause": 4}, (), grown))
    assert (told.rule, told.found) == ("lossy pause", "rx_prio3_pause +4")
