# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the simulation comes to rest is where DCQCN's equations say: solved here with SciPy, on their own."""

from __future__ import annotations

from dataclasses import replace
from math import exp, expm1, log, log1p

import numpy as np
import pytest
from scipy.optimize import brentq

from plugins.module_utils.plan.dcqcn import PAPER, marked, reaction
from plugins.module_utils.simulation.bottleneck import Bottleneck, Curve
from plugins.module_utils.simulation.course import courses
from plugins.module_utils.simulation.sender import Sender, published
from tests.unit.simulation.ports import nic, papers_port, port

LARGEST = 600.0  # exp of not much more is no float
SETTLED = 0.12  # seconds after which the paper's senders are at rest
STEP = 1e-5  # seconds: they hear of marks every 50 us
# Mb/s, senders, and a curve steep enough for that many: the paper's own for its own 40G.
AT_REST = [
    (40_000, 2, None),
    (40_000, 4, None),
    (40_000, 10, None),
    (10_000, 2, Curve("steep", 5_000, 200_000, 10)),
    (25_000, 4, Curve("steep", 5_000, 200_000, 10)),
    (100_000, 4, Curve("gentle", 100_000, 400_000, 1)),
    (100_000, 16, Curve("gentle", 100_000, 400_000, 2)),
]


def share_marked(sender: Sender, speed: int, senders: int) -> float:
    """The share of packets marked at rest: the rates of Zhu et al. (SIGCOMM 2015, section 5) all zero."""
    rate = speed * 125_000 / senders
    packets = rate / sender.packet

    def target_grows(log_share: float) -> float:
        share = exp(log_share)
        each = log1p(-share)
        in_bytes, in_time = each * sender.byte_counter / sender.packet, each * sender.increase_timer * packets
        cnps = min(-expm1(each * sender.cnp_interval * packets) / sender.cnp_interval, packets * share)
        slow = sender.alpha_timer >= sender.cnp_interval
        alpha = -expm1(each * sender.alpha_timer * packets) if slow else cnps * sender.alpha_timer
        by_bytes, by_time = packets * share / expm1(-in_bytes), packets * share / expm1(-in_time)
        gap = rate * alpha * cnps / (by_bytes + by_time)
        fresh = 1.0 if sender.clamp else exp(in_bytes) + exp(in_time) - exp(in_bytes + in_time)
        raised = by_bytes * exp(in_bytes) ** sender.stages + by_time * exp(in_time) ** sender.stages
        return sender.increase * raised - gap * cnps * fresh

    most = max(sender.byte_counter / sender.packet, sender.increase_timer * packets)  # packets that a counter waits for
    return exp(brentq(target_grows, -22, log(-expm1(-LARGEST / most))))


def case(speed: int, senders: int, curve: Curve | None) -> Bottleneck:
    return papers_port(speed, senders, **({"curve": curve} if curve else {}))


@pytest.fixture(scope="module")
def settled():
    cases = [case(*one) for one in AT_REST]
    return dict(zip(AT_REST, zip(cases, courses(cases, SETTLED, STEP))))


@pytest.mark.parametrize("one", AT_REST)
def test_rate_marks_and_queue_come_to_rest_at_the_fixed_point(settled, one):
    at, course = settled[one]
    share, end = share_marked(at.sender, at.speed, at.senders), slice(-2000, None)
    queue = at.curve.kmin + share / (at.curve.percent / 100) * (at.curve.kmax - at.curve.kmin)
    assert course.rates * at.senders == pytest.approx([at.line] * 3, rel=0.01)
    assert course.marks[end].mean() == pytest.approx(share, rel=0.02)
    assert course.queue[end].mean() == pytest.approx(queue, rel=0.02)
    assert np.ptp(course.queue[end]) < 0.02 * queue


def test_the_formula_of_the_plan_is_the_fixed_point_where_marks_are_rare():
    """It takes marks to be so rare that counters run out undisturbed; so it holds ever better for smaller increases."""
    apart = []
    for smaller in (1, 1e3, 1e6):
        by = replace(published(), increase=published().increase / smaller)
        formula = marked(10, 40_000, replace(PAPER, increase=PAPER.increase / smaller))
        apart.append(formula / share_marked(by, 40_000, 10) - 1)
    assert apart == sorted(apart, reverse=True)
    assert apart[-1] == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize(("senders", "formula", "equations"), [(2, 9.25e-4, 7.8e-4), (10, 7.85e-3, 6.0e-3)])
def test_the_papers_own_numbers_lie_below_the_formula(senders, formula, equations):
    assert marked(senders, 40_000, PAPER) == pytest.approx(formula, rel=5e-3)
    assert share_marked(published(), 40_000, senders) == pytest.approx(equations, rel=1e-2)


@pytest.mark.parametrize("speed", [25_000, 100_000, 200_000, 400_000, 800_000])
@pytest.mark.parametrize("senders", [2, 8, 31, 63])
def test_the_formula_never_asks_for_fewer_marks_than_planned_nics_need(speed, senders):
    assert marked(senders, speed, reaction(speed)) >= share_marked(nic(speed), speed, senders)


def test_planned_nics_share_the_line_though_they_swing_around_their_fixed_point():
    cases = [
        port(speed, senders, starts=(0.5 / senders, 1 / senders, 1.5 / senders))
        for speed, senders in ((400_000, 16), (400_000, 63), (100_000, 31))
    ]
    for at, course in zip(cases, courses(cases, 0.04)):
        late = slice(len(course.queue) // 2, None)
        assert course.left[late].mean() > 0.96
        assert course.rates / course.rates.mean() == pytest.approx([1] * 3, abs=0.4), "closer than the half they began"
        assert course.queue[late].mean() < at.curve.kmax
