# SPDX-License-Identifier: GPL-3.0-or-later
"""What a write does to the stand-in's files: cong.c for congestion control, the recorded kernel for RDMA-CM."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.backends.congestion_files import DEBUGFS, IN_FORCE, OFED
from tests.golden.clusters import ROOT
from tests.unit.lab.test_gid_table import load

nic_files = load("nic_files")
RECORDED = ROOT.parent / "shared/data/guest/rdma-k6.12-trixie/10-configfs.stdout"


def test_it_has_every_file_that_a_subject_reads() -> None:
    assert {*DEBUGFS} | {guard for guard, _ in IN_FORCE.values()} == {*nic_files.CC_PARAMS}
    assert {file: name for name, file in OFED.items()} == nic_files.ECN


@pytest.mark.parametrize(
    ("name", "text", "changed"),
    [
        ("rp_gd", "7\n", {"rp_gd": "7"}),
        ("rp_gd", "0x10", {"rp_gd": "16"}),
        ("rp_gd", "010\n", {"rp_gd": "8"}),
        ("rp_gd", "-1\n", {}),
        ("rp_gd", " 7\n", {}),
        ("rp_gd", "7 8\n", {}),
        ("rp_gd", "4294967296\n", {}),
        ("np_cnp_dscp", "112\n", {"np_cnp_dscp": "48"}),
        ("np_cnp_prio", "5\n", {"np_cnp_prio": "5", "np_cnp_prio_mode": "0"}),
        ("rtt_resp_dscp", "8\n", {"rtt_resp_dscp": "8", "rtt_resp_dscp_valid": "1"}),
    ],
)
def test_a_parameter_takes_what_the_kernel_takes(name: str, text: str, changed: dict[str, str]) -> None:
    assert nic_files.cc_param(name, text) == changed


def test_rdma_cm_starts_as_a_kernel_was_recorded_to() -> None:
    if not RECORDED.exists():
        pytest.skip(f"skipped: no data {RECORDED}")
    shown = dict(re.findall(r"^(default_\w+)=(.*)$", RECORDED.read_text(), re.MULTILINE))
    assert shown == nic_files.RDMA_CM


@given(st.text())
def test_no_text_makes_a_file_hold_what_is_no_value_of_it(text: str) -> None:
    for rule, name in (
        (nic_files.cc_param, "np_cnp_prio"),
        (nic_files.switch, "3"),
        (nic_files.rdma_cm, "default_roce_tos"),
    ):
        assert all(value.isdigit() and int(value) < 256 for value in rule(name, text).values())
    assert {*nic_files.rdma_cm("default_roce_mode", text).values()} <= {*nic_files.MODES}
