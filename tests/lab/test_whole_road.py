# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole road on a lab of its own: from cluster.yml to a proven cluster, broken nine times and repaired."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import ROOT, podman

LAB = f"road-{os.getpid()}"
FOLDER = ROOT / "inventories" / LAB
BREAK = "PATH=/usr/local/sbin:/usr/sbin:$PATH dcb pfc set dev rail0 prio-pfc 3:off"
OF_A_REGION = ("cxl_memory", "memory_node")
HOSTS = {"compute-1", "compute-2", "memory-1", "storage-1", "management-1", "leaf-1", "leaf-2", "spine-1"}


def make(target: str, name: str = LAB) -> subprocess.CompletedProcess[str]:
    """One make target for a lab."""
    words = ["make", "--no-print-directory", target, f"LAB={name}"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=900)


def play(name: str, *words: str) -> tuple[subprocess.CompletedProcess[str], list[dict[str, Any]]]:
    """One playbook on the lab, and a record of each task."""
    record = FOLDER / "record.jsonl"
    record.unlink(missing_ok=True)
    callbacks = "disagg.cluster.record,disagg.cluster.summary"
    settings = {**os.environ, "ANSIBLE_CALLBACKS_ENABLED": callbacks, "DISAGG_RECORD": str(record)}
    command = ["ansible-playbook", "-i", f"inventories/{LAB}/nodes.yml", f"playbooks/{name}.yml", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, env=settings)
    return done, [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []


def told(lines: list[dict[str, Any]]) -> dict[tuple[str, str], Any]:
    """What each module of ours said it changes, or changed, by host and task."""
    return {(line["host"], line["task"]): [line.get(key) for key in said(line)] for line in lines if "commands" in line}


def said(line: dict[str, Any]) -> tuple[str, ...]:
    """What is compared: all, but for the rows of CXL memory, which the host can tell only once its region is there."""
    rows = () if line["module"].rpartition(".")[2] in OF_A_REGION else ("before", "after")
    return ("changed", "commands", *rows)


@pytest.fixture(scope="module", autouse=True)
def lab() -> Iterator[None]:
    """Machines and plans, nothing applied yet; at the end nothing of it is left."""
    made = make("inventory")
    assert made.returncode == 0, made.stderr
    try:
        command = ["ansible-playbook", "-i", "localhost,", "playbooks/provision.yml", "-e", f"cluster={LAB}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stdout[-4000:]
        assert play("plan")[0].returncode == 0
        yield
    finally:
        down = make("lab-down")
    assert down.returncode == 0, down.stdout[-4000:]
    assert not FOLDER.exists()
    left = podman("ps", "--all", "--filter", f"label=disagg.lab={LAB}", "--format", "{{.Names}}").stdout
    assert left + podman("network", "ls", "--filter", f"label=disagg.lab={LAB}", "--format", "{{.Name}}").stdout == ""


def test_check_mode_on_a_fresh_lab_predicts_what_apply_then_does_module_by_module() -> None:
    checked, predicted = play("apply", "--check", "--diff")
    assert checked.returncode == 0, checked.stdout[-4000:]
    done, did = play("apply", "--diff")
    assert done.returncode == 0, done.stdout[-4000:]
    assert {host for host, _ in told(did)} == HOSTS - {"management-1"}
    assert told(predicted) == told(did)


def test_a_second_apply_changes_nothing_and_looks_once_at_each_host() -> None:
    done, lines = play("apply")
    assert done.returncode == 0, done.stdout[-4000:]
    assert not [line for line in lines if line.get("changed")]
    executions = Counter(line["host"] for line in lines if line["executed"])
    assert executions == dict.fromkeys(HOSTS, 1), "at most 4 are allowed; one look is what the design promises"
    assert "nothing had to change: 8 hosts and switches are as planned" in done.stdout


def test_make_lab_on_a_lab_that_stands_changes_nothing_and_proves_it() -> None:
    assert play("verify")[0].returncode == 0, "the first report is written here"
    done = make("lab")
    assert done.returncode == 0, done.stdout[-4000:]
    assert done.stdout.count("nothing had to change") == 2
    assert f"{LAB}: 0 failed, 0 not readable, 4 skipped" in done.stdout, "counters are read only with an interval"
    assert done.stdout.rstrip().endswith(f"report: {FOLDER}/report/report.html")


def test_one_host_alone_can_be_repaired() -> None:
    words = ["ansible", "-i", f"inventories/{LAB}/nodes.yml", "compute", "-m", "ansible.builtin.raw", "-a", BREAK]
    assert subprocess.run(words, cwd=ROOT, capture_output=True, text=True).returncode == 0
    done, lines = play("apply", "--limit", "compute-1")
    assert done.returncode == 0, done.stdout[-4000:]
    assert {(line["host"], line["module"]) for line in lines if line.get("changed")} == {
        ("compute-1", "disagg.cluster.host_pfc")
    }
    failed = play("verify")[0]
    assert failed.returncode != 0
    assert f"{LAB}: 1 failed" in failed.stdout
    assert play("apply")[0].returncode == 0


def test_the_drill_names_each_fault_and_nothing_else_and_apply_repairs_it() -> None:
    done = make("lab-drill")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    drill = json.loads((FOLDER / "report/drill.json").read_text())
    assert len(drill) >= 25
    for entry in drill:
        assert entry["repaired"] and entry["false"] == [] and len(entry["found"]) == 1, entry


def test_another_lab_lives_beside_this_one() -> None:
    other = f"beside-{os.getpid()}"
    try:
        assert make("inventory", other).returncode == 0
        command = ["ansible-playbook", "-i", "localhost,", "playbooks/provision.yml", "-e", f"cluster={other}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stdout[-4000:]
        assert play("verify")[0].returncode == 0
    finally:
        assert make("lab-down", other).returncode == 0
    assert play("verify")[0].returncode == 0


def test_the_report_holds_no_secret() -> None:
    key = next(line for line in Path(FOLDER / ".ssh/id_ed25519").read_text().splitlines()[1:])
    for path in (*FOLDER.glob("report/*"), *FOLDER.glob("plan/*"), *FOLDER.glob("terraform.tfstate*")):
        assert key not in path.read_text(), path
