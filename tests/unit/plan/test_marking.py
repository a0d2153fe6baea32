# SPDX-License-Identifier: GPL-3.0-or-later
"""Marking thresholds and DCQCN by the papers' own numbers (roce.md C6)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.plan.dcqcn import PAPER, marked, most_flows, parameters, reaction, resting_queue
from plugins.module_utils.plan.marking import (
    Memory,
    Path,
    bandwidth_delay,
    first_paused,
    mark_bound,
    marking,
    pause_first,
    pause_threshold,
)
from plugins.module_utils.plan.published_marking import PUBLISHED, nearest
from plugins.module_utils.plan.switch_models import SWITCHES
from plugins.module_utils.spec.model import Roce

PATH = Path(speed=400_000, cable=40, mtu=9000, links=4)
POOL = Memory(145_318_848, Fraction(1))
GRAIN = SWITCHES["sn5600"].mark_grain
ROCE = Roce(dscp=26, priority=3, cnp_dscp=48, cnp_priority=6)


def test_the_papers_bound_for_marks_before_pauses_comes_out():
    """B = 12 MB, 32 ports, 8 priorities, 22.4 KB of headroom each, beta = 8: 21.75 KB."""
    pool = 12_000_000 - 8 * 32 * 22_400
    assert float(mark_bound(Memory(pool, Fraction(8), priorities=8), 32)) == pytest.approx(21_755.6, abs=0.1)


def test_sonics_stock_threshold_is_above_the_bound_of_a_64_port_switch():
    """Z9664F, alpha 1: 887.7 KB, and half of it with two lossless priorities."""
    memory = Memory(113_620_296, Fraction(1))
    assert int(mark_bound(memory, 64)) == 887_658
    assert int(mark_bound(replace(memory, priorities=2), 64)) == 443_829
    said = pause_first(1_048_576, memory, 64)
    assert said.startswith(
        "PFC fires before ECN marks at an incast of 55: marking begins at 1048576 bytes; allowed: below"
    )
    assert pause_first(150_000, memory, 64) == ""
    assert first_paused(150_000, memory) == 379


@pytest.mark.parametrize(
    ("flows", "share", "queue"),
    [(2, 9.25e-4, 23_000), (10, 0.785e-2, 158_000), (20, 1.98e-2, None)],
)
def test_flows_come_to_rest_where_the_fluid_model_has_them(flows, share, queue):
    """40G, 1000-byte packets, Kmin 5 KB, Kmax 200 KB, Pmax 1 %."""
    assert marked(flows, 40_000, PAPER) == pytest.approx(share, rel=5e-3)
    found = resting_queue(flows, 40_000, 5_000, 200_000, 1, PAPER)
    assert found == (queue and pytest.approx(queue, rel=5e-3))


def test_the_papers_curve_serves_eleven_flows():
    assert most_flows(40_000, 1, PAPER) == 11
    assert marked(11, 40_000, PAPER) <= 0.01 < marked(12, 40_000, PAPER)
    assert most_flows(40_000, 0.0001, PAPER) == 0


@pytest.mark.parametrize(("switch", "shown"), [("sn3700", 156_672), ("sn5600", 159_744)])
def test_thresholds_are_rounded_as_the_hardware_rounds(switch, shown):
    """Cumulus Linux 5.14 is told 150000 and shows 153.00 KB with cells of 144, 156 KB with cells of 192."""
    grain = SWITCHES[switch].mark_grain
    assert -(-150_000 // grain) * grain == shown


def test_a_plan_marks_after_one_round_trip_and_before_a_pause():
    found = marking(PATH, POOL, 16, GRAIN)
    assert bandwidth_delay(PATH) == 516_000, (
        "4 links, each 1 us and 40 m both ways and a packet of 180 ns, at 50 bytes/ns"
    )
    assert found.kmin == 516_096
    assert found.kmax == 4 * found.kmin < pause_threshold(POOL)
    assert found.kmin < mark_bound(POOL, 16)
    assert found.flows >= 16
    assert found.kmin < found.queue < (found.kmin + found.kmax) / 2 + GRAIN
    assert found.warnings == ()
    assert found.nearest in PUBLISHED


def test_a_small_memory_pulls_the_threshold_below_a_round_trip_and_says_so():
    found = marking(PATH, replace(POOL, pool=8_000_000), 16, GRAIN)
    assert found.kmin == 20 * GRAIN < mark_bound(replace(POOL, pool=8_000_000), 16) == 250_000
    assert "below the 516000 of one round trip" in found.warnings[0]


def test_a_memory_too_small_for_any_mark_warns_of_the_incast():
    found = marking(PATH, replace(POOL, pool=200_000), 16, GRAIN)
    assert found.warnings[0].startswith("PFC fires before ECN marks at an incast of 9: ")
    assert "planned incast of 16" in found.warnings[0]


@given(
    speed=st.sampled_from([25_000, 100_000, 200_000, 400_000, 800_000]),
    cable=st.integers(1, 2000),
    pool=st.integers(4_000_000, 200_000_000),
    dynamic_th=st.integers(-4, 4),
    incast=st.integers(1, 256),
)
def test_every_plan_keeps_the_order_of_its_thresholds_or_warns(speed, cable, pool, dynamic_th, incast):
    memory = Memory(pool, Fraction(2) ** dynamic_th)
    found = marking(Path(speed, cable, 9000, 4), memory, incast, GRAIN)
    assert 0 < found.kmin <= found.kmax
    assert found.kmin % GRAIN == found.kmax % GRAIN == 0
    assert found.kmin < mark_bound(memory, incast) or "PFC fires before ECN" in found.warnings[0]
    assert 1 <= found.percent <= 100
    assert found.flows >= incast or found.percent == 100


@pytest.mark.parametrize(
    ("speed", "thresholds", "name"),
    [
        (400_000, (150_000, 1_500_000, 100), "NVIDIA Cumulus Linux lossless"),
        (400_000, (1_600_000, 6_400_000, 20), "HPCC (Alibaba)"),
        (100_000, (2_100_000, 9_000_000, 5), "SONiC on Arista 7260CX3"),
        (40_000, (6_000, 150_000, 1), "DCQCN paper"),
    ],
)
def test_the_nearest_published_thresholds_are_named(speed, thresholds, name):
    assert nearest(speed, *thresholds).name == name


def test_the_nic_gets_the_firmwares_values_and_the_increase_of_its_speed():
    found = parameters(400_000, ROCE)
    assert (found["rp_ai_rate"], found["rp_hai_rate"]) == (80, 800)
    assert (found["np_cnp_dscp"], found["np_cnp_prio"], found["np_min_time_between_cnps"]) == (48, 6, 4)
    assert parameters(10_000, ROCE)["rp_ai_rate"] == reaction(10_000).increase == 5
    assert "rp_byte_reset" not in found, "its unit is not published"


def test_thresholds_say_why():
    why = marking(PATH, POOL, 16, GRAIN).why
    assert {*why} == {"kmin", "kmax", "percent"}
    assert "round trip ns = 10320" in why["kmin"].told()
