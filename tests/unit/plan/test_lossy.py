# SPDX-License-Identifier: GPL-3.0-or-later
"""RoCE without PFC: marked, shared out and never paused, on every make of switch and on the hosts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.handover import config_text
from plugins.module_utils.plan import switch_eos, switch_nvue, switch_nxos
from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.dropping import LossyMemory
from plugins.module_utils.plan.marking import Path, marking
from plugins.module_utils.plan.port_headroom import Port
from plugins.module_utils.plan.switch_buffers_lossy import rows as buffer_rows
from plugins.module_utils.plan.switch_models import DYNAMIC, SWITCHES, TRADITIONAL
from plugins.module_utils.plan.switch_plan import Intent, plan_switch
from plugins.module_utils.spec.model import LOSSY, Roce
from tests.golden.clusters import nodes_of, plans_of, spec_of
from tests.unit.plan import yang
from tests.unit.plan.other_switches import wish_of

ROCE = Roce(dscp=26, priority=3, cnp_dscp=48, cnp_priority=6, mode=LOSSY)
PAUSES = ("priority-flow-control", "no-drop", "watch", "pause")
GRAIN = SWITCHES["sn5600"].mark_grain


def with_model(model):
    """The plans of the lossy cluster with switches of one buffer model."""
    spec = spec_of("lossy")
    tiers = {tier: replace(getattr(spec.fabric, tier), buffer_model=model) for tier in ("leaf", "spine")}
    return build(replace(spec, fabric=replace(spec.fabric, **tiers)), nodes_of("lossy"))


def table(plan, name):
    rows = [row for row in plan.subjects["config_db"]["config"] if row["table"] == name]
    return {row["key"]: row.get("fields") for row in rows}


def test_no_host_pauses_and_no_priority_has_a_buffer_of_its_own():
    plan = plans_of("lossy")["compute-1"]
    assert plan.subjects["pfc"] == {
        "state": "replaced",
        "config": [{"port": port, "lossless": []} for port in ("rail0", "rail1")],
    }
    assert plan.subjects["buffer"]["least"] == [0] * 8
    assert {tuple(row["prio_buffer"]) for row in plan.subjects["buffer"]["config"]} == {(0,) * 8}
    assert [row["rx"] or row["tx"] for row in plan.subjects["pause"]["config"]] == [False, False]


def test_classes_shares_and_ncclsettings_are_those_of_a_lossless_fabric():
    lossy, lossless = (plans_of(cluster)["compute-1"].subjects for cluster in ("lossy", "lab"))
    assert [lossy[name] for name in ("dscp", "ets", "nccl")] == [lossless[name] for name in ("dscp", "ets", "nccl")]


@pytest.mark.parametrize("model", [DYNAMIC, TRADITIONAL])
def test_a_sonic_switch_has_no_pfc_no_headroom_and_no_watchdog(model):
    for name in ("leaf-1", "spine-1"):
        plan = with_model(model)[name]
        for port, fields in table(plan, "PORT_QOS_MAP").items():
            assert (fields["pfc_enable"], fields["pfcwd_sw_enable"]) == ("", ""), port
        assert {*table(plan, "PFC_WD").values()} == {None}, "what a lossless plan left goes"
        assert {*table(plan, "TC_TO_PRIORITY_GROUP_MAP")["disagg"].values()} == {"0"}
        profiles = table(plan, "BUFFER_PROFILE")
        assert not [key for key, fields in profiles.items() if "xoff" in fields or "lossless" in key]
        assert {*(row["profile"] for row in table(plan, "BUFFER_PG").values() if row)} == {"ingress_lossy_profile"}
        assert not [fields for fields in table(plan, "BUFFER_POOL").values() if "xoff" in fields]
        assert "LOSSLESS_TRAFFIC_PATTERN" not in {row["table"] for row in plan.subjects["config_db"]["config"]}


def test_the_rows_that_would_keep_headroom_must_go():
    groups = table(plans_of("lossy")["leaf-1"], "BUFFER_PG")
    assert [groups[f"Ethernet0|{part}"] for part in ("3", "3-4")] == [None, None]


def test_roces_queue_is_marked_and_has_its_share():
    plan = plans_of("lossy")["leaf-1"]
    assert table(plan, "QUEUE")["Ethernet0|3"] == {"scheduler": "disagg-roce", "wred_profile": "disagg-roce"}
    assert table(plan, "SCHEDULER")["disagg-roce"] == {"type": "DWRR", "weight": "50"}
    assert table(plan, "WRED_PROFILE")["disagg-roce"]["ecn"] == "ecn_all"
    assert table(plan, "BUFFER_QUEUE")["Ethernet0|3"] == {"profile": "q_lossy_profile"}


@pytest.mark.parametrize("model", ["sn5600", "sn2700", "z9664f", "7060x6"])
def test_lossy_buffers_of_every_make_are_valid(model, tmp_path):
    ports = {f"Ethernet{4 * n}": Port(100_000, 5, 9000, 4) for n in range(8)}
    made = plan_switch(model, ports, Intent(priority=3, incast=7, lossy=True))
    assert made.problems == () and made.buffers.pools.headroom == 0
    there = [{"table": "PORT", "key": name, "fields": {"speed": "100000"}} for name in ports]
    assert yang.judged([*there, *buffer_rows(made.buffers, TRADITIONAL)], TRADITIONAL, tmp_path) == ""


def test_memory_that_headroom_would_take_is_shared_instead():
    ports = {f"Ethernet{4 * n}": Port(400_000, 2000, 9000, 4) for n in range(64)}
    lossless = plan_switch("sn4700", ports, Intent(priority=3, incast=63))
    lossy = plan_switch("sn4700", ports, Intent(priority=3, incast=63, lossy=True))
    assert lossless.problems and not lossy.problems
    assert lossy.buffers.pools.shared > lossless.buffers.pools.shared


def test_a_queue_holds_its_share_of_what_all_congested_queues_leave():
    """q = alpha (pool - queues q): with alpha 8 and 63 queues each takes 8/505 of the pool."""
    memory = LossyMemory(505_000, Fraction(8), 63)
    assert memory.last() == 8000 == 8 * (505_000 - 63 * 8000)


@given(
    speed=st.sampled_from([25_000, 100_000, 400_000, 800_000]),
    pool=st.integers(1_000_000, 200_000_000),
    queues=st.integers(1, 256),
    incast=st.integers(1, 256),
)
def test_marking_is_complete_before_a_queue_drops_or_it_is_a_warning(speed, pool, queues, incast):
    memory = LossyMemory(pool, Fraction(8), queues)
    found = marking(Path(speed, 40, 9000, 4), memory, incast, GRAIN)
    assert 0 < found.kmin <= found.kmax
    assert found.kmax < memory.last() or found.warnings[0].startswith("packets are dropped before ECN marks")


def test_a_reason_says_that_nothing_is_paused_and_where_a_queue_drops():
    why = {row["number"]: row for row in plans_of("lossy")["leaf-1"].why}
    assert why["lossless"]["value"] == "none"
    assert "pause storm" not in why and not [number for number in why if number.startswith("xoff")]
    assert "queues = 6" in why["kmax"]["why"] and "Choudhury and Hahne" in why["kmax"]["why"]
    host = {row["number"]: row["value"] for row in plans_of("lossy")["compute-1"].why}
    assert host["lossless priority"] == "none" and "lossless buffer" not in host


def test_cumulus_has_a_mode_of_that_name_and_nothing_about_pauses():
    wish = replace(wish_of("cumulus", "leaf-1"), roce=ROCE)
    rows = {row["path"]: row["value"] for row in switch_nvue.subjects(wish)["nvue"]["config"]}
    assert rows["qos roce mode"] == "lossy"
    assert not [path for path in rows if "pfc" in path or "cable-length" in path]


@pytest.mark.parametrize(("system", "render"), [("eos", switch_eos.subjects), ("nxos", switch_nxos.subjects)])
def test_what_is_handed_over_marks_and_says_nothing_of_pauses(system, render):
    told = render(replace(wish_of(system, "leaf-1"), roce=ROCE))["switch_text"]
    text = config_text(told["config"], system)
    assert not [word for word in PAUSES if word in text]
    assert not [look for look in told["looks"] if "flow-control" in look["command"]]
    assert "ecn" in text and "26" in text and "48" in text
