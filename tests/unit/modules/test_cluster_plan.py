# SPDX-License-Identifier: GPL-3.0-or-later
"""The module cluster_plan as Ansible runs it: check mode, change, no change, removal, and what a user is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ansible.module_utils.testing import patch_module_args

from plugins.modules import cluster_plan
from tests.golden.clusters import ROOT

NODES = json.loads((ROOT / "tests/golden/lab/nodes.json").read_text())["nodes"]
SPEC = (ROOT / "inventories/lab/cluster.yml").read_text()


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the module on a copy of the lab and gives what it returned."""
    spec = tmp_path / "cluster.yml"
    spec.write_text(SPEC)

    def run(check=False, **params):
        given = {"spec": str(spec), "folder": str(tmp_path / "plan"), "nodes": NODES, **params}
        with patch_module_args({**given, "_ansible_check_mode": check}), pytest.raises(SystemExit):
            cluster_plan.main()
        return json.loads(capsys.readouterr().out)

    return run


def texts(tmp_path):
    return {path.name: path.read_text() for path in (tmp_path / "plan").glob("*")}


def test_check_mode_predicts_what_a_run_then_does_and_a_second_run_does_nothing(run, tmp_path):
    predicted = run(check=True)
    assert texts(tmp_path) == {}
    done = run()
    assert done == {**predicted, "invocation": done["invocation"]}
    assert {entry["after_header"]: entry["after"] for entry in done["diff"]} == texts(tmp_path)
    assert done["changed"] is True
    assert done["plans"] == done["written"] == sorted(NODES)
    again = run()
    assert (again["changed"], again["written"], again["removed"], again["diff"]) == (False, [], [], [])


def test_only_the_plans_that_differ_are_written(run, tmp_path):
    run()
    path = tmp_path / "plan/leaf-1.yml"
    path.write_text(path.read_text().replace("'26': '3'", "'26': '0'"))
    again = run()
    assert again["written"] == ["leaf-1"]
    assert [entry["before_header"] for entry in again["diff"]] == ["leaf-1.yml"]


def test_the_plan_of_a_host_that_is_no_more_is_removed_and_other_files_are_not(run, tmp_path):
    run()
    stale = tmp_path / "plan/compute-9.yml"
    stale.write_text((tmp_path / "plan/compute-1.yml").read_text())
    (tmp_path / "plan/notes.yml").write_text("mine: true\n")
    assert run(check=True)["removed"] == ["compute-9"]
    assert stale.exists()
    assert run()["removed"] == ["compute-9"]
    assert not stale.exists()
    assert (tmp_path / "plan/notes.yml").exists()


def test_checked_reads_the_spec_and_writes_nothing(run, tmp_path):
    done = run(state="checked", nodes=None, folder=None)
    summary = {"name": "lab", "provider": "lab", "type": "roce", "hosts": 5, "switches": 3, "rails": 2}
    assert (done["changed"], done["summary"], done["plans"]) == (False, summary, [])
    assert texts(tmp_path) == {}


def test_a_wrong_spec_is_told_whole_and_nothing_is_written(run, tmp_path):
    path = tmp_path / "cluster.yml"
    path.write_text(SPEC.replace("rails: 2", "rialz: 2").replace("oversubscription: 2", "oversubscription: 3"))
    first, second = run()["msg"].splitlines()
    assert first.startswith(f"{path}:12:3 fabric.rialz: unknown key; allowed: type, speed, ")
    assert first.endswith("do: write rails")
    assert second.startswith(f"{path}:14:3 fabric.oversubscription: 3 found: 6 leaf ports do not split")
    assert texts(tmp_path) == {}


def test_a_host_is_explained_number_by_number_and_an_unknown_one_is_refused(run, tmp_path):
    lines = run(explain="leaf-1")["explained"]
    assert [line for line in lines if line.startswith("kmin: ")]
    assert len(lines) % 2 == 0 and lines[1].startswith("    xoff = ")
    assert run(explain="management-1")["explained"] == [
        "management-1 is not on the fabric, so that nothing is computed for it"
    ]
    (tmp_path / "plan/leaf-1.yml").unlink()
    assert run(explain="leaf-9")["msg"].startswith("explain: leaf-9 found, which has no plan; allowed: compute-1, ")
    assert not (tmp_path / "plan/leaf-1.yml").exists(), "nothing is written where the question is wrong"


def test_a_plan_that_is_paused_before_it_is_marked_warns(run, tmp_path):
    path = tmp_path / "cluster.yml"
    path.write_text(SPEC.replace("cnp_priority: 6", "cnp_priority: 6, incast: 1024, dynamic_th: -8"))
    done = run()
    assert done["plan_warnings"][0].startswith("leaf-1, leaf-2")
    assert "PFC fires before ECN marks at an incast of " in done["plan_warnings"][0]


def test_nodes_that_are_not_those_of_the_spec_are_refused(run, tmp_path):
    fewer = {name: node for name, node in NODES.items() if name != "management-1"}
    assert run(nodes=fewer)["msg"].startswith("nodes.management-1: missing, cluster.yml has it; do: run ")
    assert texts(tmp_path) == {}


def test_nodes_that_break_the_contract_are_refused_with_node_and_field(run):
    broken = {**NODES, "compute-1": {**NODES["compute-1"], "role": "computer"}}
    assert "inventory: nodes.compute-1.role" in run(nodes=broken)["msg"]


def test_planning_without_nodes_is_refused(run):
    assert "nodes" in run(nodes=None)["msg"]


def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(run, tmp_path):
    (tmp_path / "plan").write_text("a file, not a folder")
    assert "plan" in run()["msg"]
    assert Path(tmp_path / "plan").is_file()
