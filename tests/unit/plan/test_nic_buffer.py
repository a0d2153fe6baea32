# SPDX-License-Identifier: GPL-3.0-or-later
"""The NIC's own buffer rule, by the values of the kernel's formula (roce.md A3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.plan.headroom import wire_bound
from plugins.module_utils.plan.nic_buffer import mlx5_buffer, mlx5_why, mlx5_xoff, nic_buffer_problem


@pytest.mark.parametrize(
    ("speed", "cable", "mtu", "xoff"),
    [
        (100_000, 7, 1500, 35_680),
        (100_000, 7, 9000, 56_080),
        (200_000, 7, 4200, 74_624),
        (400_000, 7, 4200, 137_824),
        (400_000, 7, 9000, 150_880),
        (400_000, 30, 9000, 170_480),
        (800_000, 3, 9000, 270_080),
    ],
)
def test_xoff_is_what_the_driver_computes(speed, cable, mtu, xoff):
    assert mlx5_xoff(speed_mbps=speed, mtu=mtu, cable_m=cable) == xoff


def test_a_slow_port_counts_as_one_of_40_gigabits():
    assert mlx5_xoff(speed_mbps=10_000, mtu=1500) == mlx5_xoff(speed_mbps=40_000, mtu=1500)


def test_the_usual_buffer_of_a_100g_nic_is_refused_at_400g_with_the_numbers():
    problem = nic_buffer_problem(size=130_944, speed_mbps=400_000, mtu=9000)
    assert "130944 bytes found; allowed: at least 160224, that is 150880" in problem
    assert "400000 Mb/s, MTU 9000 and 7 m" in problem
    assert nic_buffer_problem(size=160_224, speed_mbps=400_000, mtu=9000) == ""
    assert nic_buffer_problem(size=160_223, speed_mbps=400_000, mtu=9000)
    assert nic_buffer_problem(size=130_944, speed_mbps=100_000, mtu=9000) == ""


@given(
    speed=st.sampled_from([10_000, 40_000, 100_000, 400_000]),
    faster=st.sampled_from([1, 2]),
    cable=st.integers(0, 1000),
    more=st.integers(0, 1000),
    mtu=st.integers(1500, 9216),
)
def test_the_buffer_never_falls_when_speed_length_or_mtu_grows_and_holds_the_wire(speed, faster, cable, more, mtu):
    least = mlx5_buffer(speed_mbps=speed, mtu=mtu, cable_m=cable)
    assert mlx5_buffer(speed_mbps=speed * faster, mtu=9216, cable_m=cable + more) >= least
    assert least >= wire_bound(speed, cable, mtu)


def test_a_buffer_says_why():
    assert "cable m = 7, speed Mb/s = 400000, MTU = 9000" in mlx5_why(400_000, 9000).told()
