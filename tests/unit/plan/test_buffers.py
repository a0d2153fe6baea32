# SPDX-License-Identifier: GPL-3.0-or-later
"""How memory is shared out, and that what a switch would refuse is refused here first."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.plan.asics import KIB
from plugins.module_utils.plan.buffers import (
    alpha,
    pool_problem,
    pools,
    port_problem,
    shared_headroom,
    shared_limit,
)
from plugins.module_utils.plan.port_headroom import Port, group
from plugins.module_utils.plan.switch_models import SWITCHES

PORT = Port(speed=400_000, cable=40, mtu=9100, lanes=4)


def made(name, port=PORT, ports=64, ratio=0):
    switch = SWITCHES[name]
    return switch, pools(switch, [(port, group(switch, port, ratio=ratio))] * ports, ratio)


def test_alpha_is_a_power_of_two():
    assert [alpha(n) for n in (-3, 0, 7)] == [Fraction(1, 8), 1, 128]


def test_the_shared_headroom_of_the_published_switch_comes_out():
    """Nexthop 4210: 1887900 bytes for each of 256 ports, over-subscribed 4 times (sonic-buildimage issue 29565)."""
    assert shared_headroom([1_887_900] * 256, 4) == 120_825_600
    assert shared_headroom([1] * 3, 2) == 2
    assert shared_headroom([100], 0) == 0


def test_a_spectrum_reserves_what_its_pool_script_counts():
    """buffer_pool_mellanox.lua by hand: 64 ports of 4 lanes, 139264 bytes of headroom each."""
    _, found = made("sn5600")
    each = 139_264 + 2 * 19 * KIB + 9216 + 10 * KIB
    assert found.reserved == 64 * each + 256 * KIB
    assert found.headroom == 0
    assert found.shared == (158_229_504 - found.reserved) // 192 * 192


def test_shared_headroom_takes_the_place_of_each_ports_own():
    """roce.md C2: with a ratio the same port has xoff 117760 and reserves only xon; 10 KiB of each stay private."""
    _, found = made("sn5600", ratio=2)
    assert found.headroom == 64 * (117_760 - 10 * KIB) // 2
    assert found.reserved == 64 * (19_456 + 10 * KIB + 2 * 19 * KIB + 9216 + 10 * KIB) + 256 * KIB
    assert found.shared > made("sn5600")[1].shared


def test_a_wide_port_reserves_two_units():
    port = replace(PORT, speed=800_000, lanes=8)
    assert made("sn5600", port)[1].reserved == 64 * (200_704 + 2 * 37 * KIB + 9216 + 10 * KIB) + 256 * KIB


def test_a_broadcom_pool_is_what_its_headroom_leaves_of_the_published_one():
    switch, found = made("z9664f", ports=64, ratio=2)
    assert found.shared + found.reserved + found.headroom <= found.whole == 113_620_296
    assert found.headroom == 64 * group(switch, PORT).shared // 2


def test_headroom_larger_than_the_memory_is_refused_with_the_numbers():
    switch, found = made("sn2700", replace(PORT, speed=100_000, cable=2000), ports=128)
    problem = pool_problem(switch, found)
    assert (
        f"{found.reserved} bytes reserved and 0 shared found; allowed: less than the switch's memory, 16777152"
        in problem
    )
    assert "over_subscribe_ratio" in problem
    assert pool_problem(*made("sn5600")) == ""


def test_a_port_whose_headroom_the_switch_would_refuse_is_refused_here_first():
    """buffer_check_headroom_mellanox.lua: 4096, two lossy groups' pipeline, 20 KiB of mirror, and the profile."""
    switch = SWITCHES["sn5600"]
    total = 4096 + 2 * 19 * KIB + 20 * KIB + 139_264
    assert port_problem(switch, PORT, group(switch, PORT)) == ""
    assert port_problem(switch, PORT, group(switch, PORT), total + 1) == ""
    assert port_problem(switch, PORT, group(switch, PORT), total) == (
        f"headroom of a port: {total} bytes found; allowed: less than {total} (max_headroom_size)"
    )


def test_a_port_that_takes_more_shared_headroom_than_its_chip_gives_is_refused():
    switch, port = SWITCHES["sn5640"], replace(PORT, cable=3000)
    assert shared_limit(5, port) == (6144 + 20) * 192
    problem = port_problem(switch, port, group(switch, port, ratio=2))
    assert "bytes found; allowed: up to 1183488" in problem
    assert port_problem(switch, PORT, group(switch, PORT, ratio=2)) == ""


def test_a_switch_whose_reserve_nobody_published_is_refused():
    with pytest.raises(ValueError, match="tomahawk3 found, whose reserve is not published"):
        group(SWITCHES["z9332f"], PORT)


@given(
    name=st.sampled_from(["sn3700", "sn5600", "z9664f", "7060x6"]), ports=st.integers(1, 128), ratio=st.integers(0, 4)
)
def test_the_parts_never_exceed_the_memory(name, ports, ratio):
    switch, found = made(name, replace(PORT, speed=200_000), ports, ratio)
    left = switch.memory - found.shared - found.reserved - found.headroom
    assert 0 <= left < switch.cell
    assert found.why.inputs["ports"] == ports


def test_a_pool_says_why():
    _, found = made("sn5600", ratio=2)
    assert found.why.told().startswith("pool = memory - reserves - shared headroom; memory = 158229504, groups = ")
