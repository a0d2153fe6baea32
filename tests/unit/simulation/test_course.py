# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold of every course: nothing is lost with the planned headroom, and everything in its order."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np
import pytest

from plugins.module_utils.plan import marking
from plugins.module_utils.plan.headroom import wire_bound
from plugins.module_utils.plan.port_headroom import Port, group
from plugins.module_utils.plan.switch_models import SWITCHES
from plugins.module_utils.simulation.bottleneck import Bottleneck, Curve, Memory
from plugins.module_utils.simulation.course import DURATION, Course, courses, step_of
from tests.unit.simulation.ports import MTU, POOL, port

BURST = 0.002  # seconds: the whole first burst
SMALL = 8e6  # bytes of a pool that such an incast fills before any notification is back


def needed(at: Bottleneck) -> float:
    """Bytes that still arrive after the decision to pause, at the full line."""
    return at.pause_delay * at.line


def with_room(at: Bottleneck, room: float) -> Bottleneck:
    return replace(at, memory=replace(at.memory, headroom=room))


INCASTS = [
    port(speed, senders, pool=120_000 * senders, cable=cable)
    for speed in (100_000, 200_000, 400_000, 800_000)
    for senders, cable in ((4, 5), (16, 40), (63, 300))
]


def test_nothing_is_lost_with_the_headroom_that_is_needed_and_pauses_do_fire():
    cases = [with_room(at, needed(at)) for at in INCASTS]
    for at, course in zip(cases, courses(cases, BURST)):
        assert course.off.max() > 0
        assert course.lost.sum() == 0
        assert 0 < course.headroom.max() <= needed(at)


def test_bytes_are_lost_with_a_headroom_that_covers_the_cable_but_not_the_peers_response():
    cases = [with_room(at, float(wire_bound(at.speed, at.cable, at.mtu))) for at in INCASTS]
    for at, course in zip(cases, courses(cases, BURST)):
        assert at.memory.headroom < needed(at)
        assert course.lost.sum() > 0
        assert course.headroom.max() == pytest.approx(at.memory.headroom)


def test_headroom_that_ports_share_is_lost_from_when_all_need_it_at_once():
    at = port(400_000, 63, pool=SMALL)
    together = 63 * needed(at)
    enough, half = (replace(at, memory=replace(at.memory, together=size)) for size in (together, together / 2))
    one, two = courses([enough, half], BURST)
    assert one.lost.sum() == 0
    assert two.lost.sum() > 0


@pytest.mark.parametrize("model", sorted(name for name in SWITCHES if SWITCHES[name].has_reserve))
@pytest.mark.parametrize("speed", [100_000, 400_000])
@pytest.mark.parametrize("cable", [5, 40, 300])
def test_the_planned_headroom_is_never_less_than_what_the_simulation_needs(model, speed, cable):
    planned = group(SWITCHES[model], Port(speed, cable, MTU, 4))
    assert planned.xoff + (0 if planned.shared else planned.xon) >= needed(port(speed, 2, cable=cable))


def test_a_large_memory_takes_the_burst_without_a_pause():
    [course] = courses([port(pool=POOL)], BURST)
    assert course.off.max() == course.headroom.max() == course.lost.sum() == 0
    assert course.queue.max() < POOL * 63 / 64


def _first(values: np.ndarray) -> float:
    """The step in which something first is; infinity if never."""
    return float(np.argmax(values > 0)) if values.any() else np.inf


@pytest.mark.parametrize(("kmin", "pool"), [(150_000, 20e6), (1_048_576, 113_620_296), (12_288, 200_000)])
def test_pauses_come_before_marks_from_the_incast_on_that_the_plan_warns_of(kmin, pool):
    """All bytes of that many queues came by one port, and each drains slower than it fills: section 4's worst case."""
    warned = marking.first_paused(kmin, marking.Memory(int(pool), 1))
    for queues, pause_comes_first in ((warned, True), (warned - 1, False)):
        at = port(senders=1, pool=pool, queues=queues, drain=0.5 / queues, curve=Curve("", kmin, 4 * kmin, 1))
        [course] = courses([at], 1.5 * 8 * pool / 400e9 * 2, 2e-7 * max(1.0, pool / 20e6))
        assert (_first(course.off) <= _first(course.marks)) is pause_comes_first
    assert f"at an incast of {warned}:" in marking.pause_first(kmin, marking.Memory(int(pool), 1), warned)


def test_every_byte_that_is_sent_leaves_waits_or_is_lost():
    cases = [port(senders=3), port(senders=16), with_room(port(senders=16, pool=SMALL), 30_000)]
    for at, course in zip(cases[:2], courses(cases[:2], BURST)):
        offered, left = (values.sum() * at.line * course.step for values in (course.offered, course.left))
        assert offered == pytest.approx(left + course.queue[-1], rel=1e-6)
    [lossy] = courses(cases[2:], BURST)
    assert 0 < lossy.lost.sum() < lossy.left.sum() * cases[2].line * lossy.step


def test_a_link_is_never_more_than_full_and_a_share_never_more_than_one():
    for course in courses(INCASTS, BURST):
        for values in (course.left, course.off, course.marks):
            assert values.min() >= 0
            assert values.max() <= 1 + 1e-9


def test_more_senders_fill_the_queue_further_and_pause_more():
    cases = [port(senders=count, pool=20e6, curve=Curve("", 500_000, 2_000_000, 5)) for count in (2, 8, 16, 32, 63)]
    made = courses(cases, BURST)
    assert [course.queue.max() for course in made] == sorted(course.queue.max() for course in made)
    assert [course.off.mean() for course in made] == sorted(course.off.mean() for course in made)


def test_a_smaller_memory_never_pauses_less():
    made = courses([port(pool=pool) for pool in (100e6, 50e6, 25e6, 12e6)], BURST)
    paused = [course.off.mean() for course in made]
    assert paused == sorted(paused)
    assert paused[0] == 0 < paused[1]


def test_a_lower_curve_means_a_shorter_queue():
    curves = [Curve("", kmin, 4 * kmin, 6) for kmin in (250_000, 500_000, 1_000_000, 2_000_000)]
    made = courses([port(senders=8, curve=curve) for curve in curves])
    assert [course.queue.mean() for course in made] == sorted(course.queue.mean() for course in made)


def test_a_queue_marks_as_its_curve_says():
    curve = Curve("", 100_000, 300_000, 10)
    [course] = courses([port(senders=4, curve=curve)], BURST)
    wanted = np.select(
        [course.queue < curve.kmin, course.queue >= curve.kmax], [0.0, 1.0], 0.1 * (course.queue - 100_000) / 200_000
    )
    assert course.marks == pytest.approx(wanted)


def test_nobody_slows_down_before_the_first_mark_can_be_back():
    [course] = courses([port(senders=8)], 1e-4)
    back = _first(course.marks) * course.step + 9.92e-6
    assert (course.offered[course.times < back] == 8).all()
    assert course.offered[course.times > back + 5e-6].max() < 8


def test_shorter_steps_change_little():
    cases = [port(), port(senders=16, pool=SMALL)]
    for rough, fine in zip(courses(cases, BURST), courses(cases, BURST, 2.5e-7)):
        for name in ("queue", "off", "left"):
            assert getattr(rough, name).mean() == pytest.approx(getattr(fine, name).mean(), rel=0.05)
        assert rough.queue.max() == pytest.approx(fine.queue.max(), rel=0.05)
        assert rough.headroom.max() == pytest.approx(fine.headroom.max(), rel=0.1)


def test_bottlenecks_side_by_side_are_what_each_is_alone():
    """As long as both take the same steps, which the shortest pause decides."""
    cases = [port(), port(senders=16, pool=SMALL), port(senders=2, starts=(1.0, 0.5))]
    for at, course in zip(cases, courses(cases, BURST)):
        [alone] = courses([at], BURST)
        assert course.queue == pytest.approx(alone.queue)


def test_the_work_does_not_grow_with_the_switches():
    one, many = [port()], [port(senders=count) for count in range(2, 40)]
    assert step_of(one) == step_of(many)
    assert ceil(DURATION / step_of(one)) < 20_000
    assert len(courses(many, 1e-4)[0].queue) == len(courses(one, 1e-4)[0].queue)


def test_a_resume_waits_for_the_offset_below_the_limit():
    at = port(senders=16, pool=SMALL)
    late = replace(at, memory=Memory(**{**vars(at.memory), "xon": 0, "xon_offset": 200_000}))
    soon, later = courses([at, late], BURST)
    assert _longest_pause(later) > _longest_pause(soon)


def _longest_pause(course: Course) -> int:
    """Steps in a row in which a port was off."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], course.off > 0, [0]])))
    return int((edges[1::2] - edges[::2]).max())
