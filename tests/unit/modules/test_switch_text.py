# SPDX-License-Identifier: GPL-3.0-or-later
"""The module switch_text as Ansible runs it: what it writes, when it writes nothing, and what it compares."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ansible.module_utils.testing import patch_module_args

from plugins.module_utils.handover import config_text
from plugins.modules import switch_text
from tests.unit.plan.other_switches import FOLDER, plans_of

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(system: str, check: bool = False) -> Any:
        given = {"name": "leaf-1", **plans_of(system)["leaf-1"].subjects["switch_text"]}
        places = {"running": str(tmp_path / "running.txt"), "dest": str(tmp_path / "handover/leaf-1.txt")}
        with patch_module_args({**given, **places, "_ansible_check_mode": check}), pytest.raises(SystemExit):
            switch_text.main()
        return json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("system", ["eos", "nxos"])
def test_the_whole_plan_is_handed_over_once(run: Run, tmp_path: Path, system: str) -> None:
    page = tmp_path / "handover/leaf-1.txt"
    assert run(system, check=True)["changed"] is True and not page.exists()
    assert run(system)["changed"] is True
    assert page.read_text() == (FOLDER / system / "handover/leaf-1.txt").read_text()
    assert run(system)["changed"] is False


@pytest.mark.parametrize("system", ["eos", "nxos"])
def test_a_switch_that_runs_its_plan_has_nothing_to_enter(run: Run, tmp_path: Path, system: str) -> None:
    plan = plans_of(system)["leaf-1"].subjects["switch_text"]["config"]
    (tmp_path / "running.txt").write_text(config_text(plan, system))
    assert run(system)["lines"] == []
    assert "! Nothing is to be entered." in (tmp_path / "handover/leaf-1.txt").read_text()


def test_only_what_differs_is_handed_over_and_what_goes_comes_first(run: Run, tmp_path: Path) -> None:
    text = config_text(plans_of("eos")["leaf-1"].subjects["switch_text"]["config"], "eos")
    (tmp_path / "running.txt").write_text(text.replace("priority 3 no-drop", "priority 4 no-drop"))
    assert run("eos")["lines"] == [
        "qos profile disagg",
        "   no priority-flow-control priority 4 no-drop",
        "qos profile disagg",
        "   priority-flow-control priority 3 no-drop",
    ]
