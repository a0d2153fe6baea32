# SPDX-License-Identifier: GPL-3.0-or-later
"""Cumulus, EOS and NX-OS switches get the same intent as SONiC's, each in its own words."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
import yaml

from plugins.module_utils.edge.plan_file import plan_text
from plugins.module_utils.handover import config_text, page
from plugins.module_utils.plan import switch_eos, switch_nvue, switch_nxos
from plugins.module_utils.spec.model import Roce
from tests.unit.plan.other_switches import FOLDER, SYSTEMS, plans_of, wish_of

SWITCHES = ("leaf-1", "leaf-2", "spine-1")
TEXTS = ("eos", "nxos")


def as_reviewed(path, text):
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text(), "UPDATE_GOLDEN=1 rewrites the file; its diff is the review"


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_switch_is_planned_as_reviewed(system, switch):
    text = plan_text(plans_of(system)[switch].document())
    as_reviewed(FOLDER / system / "plan" / f"{switch}.yml", text)
    assert yaml.safe_load(text) == plans_of(system)[switch].document()


@pytest.mark.parametrize("system", TEXTS)
def test_a_page_is_handed_over_as_reviewed(system):
    told = plans_of(system)["leaf-1"].subjects["switch_text"]
    lines = config_text(told["config"], system).splitlines()
    as_reviewed(FOLDER / system / "handover" / "leaf-1.txt", page("leaf-1", system, lines, told["looks"], False))


def nvue_rows(**changes):
    wish = wish_of("cumulus", "leaf-1")
    rows = switch_nvue.subjects(replace(wish, **changes))["nvue"]["config"]
    return {row["path"]: row["value"] for row in rows if row["path"].startswith("qos ")}


def test_of_roce_mode_nothing_is_set_that_it_sets_by_itself():
    assert nvue_rows(cable=100, detection=300) == {"qos roce mode": "lossless"}


def test_other_thresholds_are_set_where_roce_mode_marks():
    here = "qos congestion-control default-global traffic-class 3"
    assert nvue_rows(cable=100, detection=300, kmin=400_000, kmax=1_600_000, percent=20) == {
        "qos roce mode": "lossless",
        f"{here} ecn": "enable",
        f"{here} min-threshold": "400000",
        f"{here} max-threshold": "1600000",
        f"{here} probability": "20",
    }


def test_another_priority_follows_nvidias_recipe_and_keeps_the_modes_traffic_class():
    rows = nvue_rows(cable=100, detection=300, roce=Roce(dscp=26, priority=2, cnp_dscp=48, cnp_priority=6))
    queue = "qos egress-queue-mapping default-global switch-priority"
    assert rows == {
        "qos roce mode": "lossless",
        "qos pfc default-global switch-priority 2": "",
        f"{queue} 2 traffic-class": "3",
        f"{queue} 3 traffic-class": "0",
        "qos mapping default-global trust": "both",
        "qos mapping default-global dscp 26 switch-priority": "2",
    }


def test_another_priority_of_notifications_gets_the_strict_queue():
    rows = nvue_rows(cable=100, detection=300, roce=Roce(dscp=24, priority=3, cnp_dscp=46, cnp_priority=5))
    queue = "qos egress-queue-mapping default-global switch-priority"
    assert rows == {"qos roce mode": "lossless", f"{queue} 5 traffic-class": "6", f"{queue} 6 traffic-class": "0"}


@pytest.mark.parametrize(("detection", "rounds"), [(200, "2"), (400, "4"), (450, "5")])
def test_the_watchdog_waits_at_least_as_long_as_on_sonic(detection, rounds):
    assert nvue_rows(detection=detection)["qos pfc-watchdog robustness"] == rounds


def text_of(system, render, **changes):
    return config_text(render(replace(wish_of(system, "leaf-1"), **changes))["switch_text"]["config"], system)


def test_on_nx_os_notifications_have_the_priority_queue_unless_roce_has_its_number():
    usual = text_of("nxos", switch_nxos.subjects)
    assert "  class disagg-cnp\n    set qos-group 7\n" in usual
    assert "  class type queuing c-out-8q-q7\n    priority level 1\n" in usual
    moved = text_of("nxos", switch_nxos.subjects, roce=Roce(dscp=26, priority=7, cnp_dscp=48, cnp_priority=6))
    assert "  class disagg-cnp\n    set qos-group 6\n" in moved
    assert "  class type queuing c-out-8q-q6\n    priority level 1\n" in moved
    assert "c-8q-nq7\n    mtu 9216\n    pause pfc-cos 7\n" in moved


def test_on_nx_os_thresholds_are_whole_kilobytes():
    text = text_of("nxos", switch_nxos.subjects, kmin=399_744, kmax=1_600_200, percent=20)
    assert "minimum-threshold 400 kbytes maximum-threshold 1600 kbytes drop-probability 20 weight 0 ecn" in text


def test_on_eos_every_dscp_has_exactly_one_class():
    lines = [line for line in text_of("eos", switch_eos.subjects).splitlines() if line.startswith("qos map dscp ")]
    codes = [int(code) for line in lines for code in line.split(" to ")[0].split()[3:]]
    assert sorted(codes) == [*range(64)]
