# SPDX-License-Identifier: GPL-3.0-or-later
"""Which subjects a look holds, and what it tells of one that could not be read."""

from __future__ import annotations

import pytest

from plugins.module_utils import look
from plugins.module_utils.subject import Unreadable

PLAN = {"pfc": {"state": "replaced", "config": [{"port": "rail0"}]}, "reach": {"config": []}, "nccl": {"path": "/x"}}


def test_a_look_leaves_out_what_sends_traffic_unless_asked() -> None:
    assert [*look.wanted(PLAN, [], measure=False)] == ["pfc", "nccl"]
    assert [*look.wanted(PLAN, [], measure=True)] == ["pfc", "reach", "nccl"]
    assert [*look.wanted(PLAN, ["nccl"], measure=False)] == ["nccl"]


def test_counters_are_read_only_where_time_is_given_for_it() -> None:
    plan = {"counters": {"config": []}, **PLAN}
    assert "counters" not in look.wanted(plan, [], measure=True)
    assert "counters" in look.wanted(plan, [], measure=False, interval=10)


def test_a_subject_the_plan_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="only: ets is not in the plan; allowed: nccl, pfc, reach"):
        look.wanted(PLAN, ["ets"], measure=False)


def test_what_is_beside_rows_and_state_are_options() -> None:
    assert look.options_of({"state": "overridden", "path": "/x", "config": []}) == {"path": "/x"}
    assert look.rows_of({"path": "/x"}) == []


def test_what_could_not_be_read_differs_and_names_the_missing_command() -> None:
    assert look.unreadable(Unreadable("command dcb is not installed", "dcb")) == {
        "have": [],
        "differs": True,
        "error": "command dcb is not installed",
        "tool": "dcb",
    }
    assert look.unreadable(OSError("no"))["tool"] == ""


def test_what_was_read_has_the_form_of_config() -> None:
    assert look.shown(("port",), {"rail0": {"lossless": [3]}}, differs=False)["have"] == [
        {"port": "rail0", "lossless": [3]}
    ]
