# SPDX-License-Identifier: GPL-3.0-or-later
"""What a plan gives to each family of NICs, and what it warns of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugins.module_utils.devices.nic_models import MODELS
from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.dcqcn import parameters
from plugins.module_utils.plan.model import Plan
from plugins.module_utils.plan.nics import FAMILIES
from tests.golden.clusters import nodes_of, plans_of, spec_of

BY_FAMILY = {"pause", "pfc", "ets", "dscp", "buffer", "roce_cc", "rdma_cm", "dcbx", "counters"}


def plan_with(**profile: str) -> Plan:
    """The plan of a compute node of the lab whose profile is changed so."""
    spec = spec_of("lab")
    changed = replace(spec.profiles["lab-compute"], **profile)
    return build(replace(spec, profiles={**spec.profiles, "lab-compute": changed}), nodes_of("lab"))["compute-1"]


@pytest.mark.parametrize("nic", FAMILIES)
def test_what_a_nic_cannot_be_given_is_left_out_and_warned_of(nic: str) -> None:
    plan, without = plan_with(nic=nic, nic_driver="inbox"), FAMILIES[nic].without
    assert {*plan.subjects} & BY_FAMILY == BY_FAMILY - {*without}
    assert [warning.split(": ")[1].split(" ")[0] for warning in plan.warnings] == [*without]
    assert all(warning.startswith(FAMILIES[nic].name) for warning in plan.warnings)


def test_every_family_of_real_cards_is_one_of_a_driver_that_modules_know() -> None:
    hardware = [family for family in FAMILIES.values() if not family.title]
    assert {family.driver for family in hardware} == {*MODELS}
    for family in hardware:
        assert {*MODELS[family.driver].by_hand} <= {*family.without}


def test_amds_nic_is_left_to_its_makers_tool_with_the_numbers_of_the_plan() -> None:
    told = " ".join(plan_with(nic="pollara", nic_driver="inbox").warnings)
    for word in ("nicctl update qos pfc", "DSCP 26 in PRIORITY 3", "congestion notifications 48 in 6"):
        assert word in told


def test_a_connectx_gets_dcqcn_and_ecn_of_one_priority_only_with_a_driver_that_has_a_switch_for_it() -> None:
    roce = spec_of("lab").fabric.roce
    assert roce is not None
    with_ofed, without = (plan_with(nic_driver=driver).subjects["roce_cc"]["config"][0] for driver in ("ofed", "inbox"))
    assert with_ofed == {**without, "ecn_np": [3], "ecn_rp": [3]}
    assert without == {"port": "rail0", "hca": "mlx5_0", "values": parameters(400_000, roce)}


def test_broadcoms_driver_takes_the_classes_and_its_firmware_keeps_dcqcn() -> None:
    values = plan_with(nic="thor2", nic_driver="inbox").subjects["roce_cc"]["config"][0]["values"]
    assert values == {"np_cnp_dscp": 48, "np_cnp_prio": 6, "roce_dscp": 26, "roce_prio": 3, "ecn_enable": 1}


def test_connections_of_rdma_cm_take_nccls_class() -> None:
    for host, plan in plans_of("lab").items():
        classes = {row["tos"] for row in plan.subjects.get("rdma_cm", {}).get("config", [])}
        nccl = {
            int(row["value"]) for row in plan.subjects.get("nccl", {}).get("config", []) if row["name"] == "NCCL_IB_TC"
        }
        assert not nccl or classes == nccl, host


def test_a_host_off_the_fabric_gets_none_of_it() -> None:
    assert not {*plans_of("lab")["management-1"].subjects} & BY_FAMILY
    assert not plans_of("lab")["management-1"].warnings
