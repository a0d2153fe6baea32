# SPDX-License-Identifier: GPL-3.0-or-later
"""One intent gives all numbers of a switch, or says what is wrong with it."""

from __future__ import annotations

import pytest

from plugins.module_utils.plan.nic_buffer import nic_buffer_problem
from plugins.module_utils.plan.port_headroom import Port
from plugins.module_utils.plan.switch_buffers import TRADITIONAL, rows
from plugins.module_utils.plan.switch_plan import Intent, plan_switch
from tests.golden.clusters import plans_of

INTENT = Intent(priority=3, incast=63)


def leaf(model="sn5600", hosts=5, spines=40, intent=INTENT):
    cables = [*[hosts] * 32, *[spines] * 32]
    ports = {f"Ethernet{4 * n}": Port(400_000, cable, 9000, 4) for n, cable in enumerate(cables)}
    return plan_switch(model, ports, intent)


def test_a_leaf_of_64_ports_fits_and_marks_before_it_pauses():
    found = leaf()
    assert (found.problems, found.warnings) == ((), ())
    assert found.buffers.ports["Ethernet0"][1].xoff < found.buffers.ports["Ethernet252"][1].xoff
    assert found.marking.flows >= 63


@pytest.mark.parametrize("model", ["sn4700", "sn5600", "sn5640", "z9664f", "7060x6"])
def test_every_switch_with_a_published_memory_gets_a_plan(model):
    found = leaf(model, intent=Intent(priority=3, incast=16))
    assert found.problems == ()
    assert rows(found.buffers, TRADITIONAL)


def test_a_fabric_with_cables_the_memory_cannot_cover_is_refused():
    found = leaf("sn4700", hosts=2000, spines=2000)
    assert found.problems[0].startswith("headroom: ")
    assert "PFC fires before ECN marks at an incast of 1" in found.warnings[0]


def test_a_problem_many_ports_share_is_told_once_with_the_first_of_them():
    found = leaf("sn5640", spines=3000, intent=Intent(priority=3, incast=16, ratio=4))
    assert len(found.problems) == 1
    assert found.problems[0].startswith("Ethernet128: shared headroom of a port: ")


def test_stock_headroom_limits_are_checked_where_the_switch_tells_them():
    found = leaf(intent=Intent(priority=3, incast=16, limit=100_000))
    assert [problem.partition(":")[0] for problem in found.problems] == ["Ethernet0", "Ethernet128"]


def test_every_number_can_say_why():
    assert {*leaf().why} == {"xoff 400000 5m", "xoff 400000 40m", "pool", "kmin", "kmax", "percent"}


def test_a_nic_gets_a_buffer_that_holds_its_headroom():
    planned = plans_of("lab")["compute-1"].subjects["buffer"]
    assert planned["config"][0] == {"port": "rail0", "prio_buffer": [0, 0, 0, 1, 0, 0, 0, 0], "cable": 5, "missing": 0}
    size = planned["least"][1]
    assert size % 128 == 0
    assert nic_buffer_problem(size=size, speed_mbps=400_000, mtu=9000, cable_m=5) == ""
    assert nic_buffer_problem(size=size - 128, speed_mbps=400_000, mtu=9000, cable_m=5)
