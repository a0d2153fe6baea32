# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/fabric-checks.md names every failure of the list, and every check and line of code it names is there."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from lab.drill.__main__ import FAULTS as DRILLED
from lab.drill.fault import read_faults
from plugins.module_utils.checks.counter_rules import RULES
from plugins.module_utils.checks.remedies import APPLY, remedy
from plugins.module_utils.devices.registry import LOOKS, SUBJECTS

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "fabric-checks.md"
CHECKS = ROOT / "plugins" / "module_utils" / "checks"
# roce.md, section E; of entries that several reports share, one.
REPORTS = """\
nccl 426, nccl 769, nccl 2013, nccl 2345, uccl 803, nccl 1573, nccl 378, nccl 306, nccl 709, nccl 1403, nccl 1527,
nccl 1109, nccl 1581, nccl 1277, ucx 10325, nvshmem 45, sonic-buildimage 4545, sonic-buildimage 21891, sonic-swss
4718, SONiC 480, sonic-buildimage 8483, sonic-buildimage 29203, sonic-buildimage 23441, sonic-buildimage 20590,
sonic-swss 1467, SONiC 888, openlldp 125, daqiri 250, dgx-spark-playbooks 103, perftest 252, ucx 2501, nccl 2409"""
REPORTED, OTHERS = PAGE.read_text().split("## Faults of the drill that no report tells of")


def rows(text: str) -> list[list[str]]:
    """The cells of a table's rows, but for its head."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


ROWS = rows(REPORTED)
# Memory has faults of its own, told by checks that this page does not name (docs/memory-checks.md).
NAMED = {*re.findall(r"`([a-z_]+)`", PAGE.read_text())}
FAULTS = {fault.name: fault for fault in read_faults(DRILLED, "lab") if fault.expect["check"] in NAMED}


def told() -> set[str]:
    """Every check by which a verdict is told in checks/."""
    trees = [ast.parse(path.read_text()) for path in CHECKS.glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    firsts = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "failed"]
    return {first.value for first in firsts if isinstance(first, ast.Constant)}


def test_every_failure_of_the_list_has_a_row() -> None:
    assert [row[0] for row in ROWS] == [" ".join(report.split()) for report in REPORTS.split(",")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_names_a_check_that_is_there_or_a_reason(row: list[str]) -> None:
    _, _, checks, code, _, reason = row
    named = re.findall(r"`([a-z_]+)`", checks)
    assert named or reason
    assert {*named} <= told() | {*SUBJECTS, *LOOKS}
    assert bool(named) == bool(code)
    rules = re.findall(r"`counters` ([a-z ]+)", checks)
    assert {*rules} <= {*RULES}


@pytest.mark.parametrize("row", [row for row in ROWS if row[3]], ids=lambda row: row[0])
def test_the_code_a_row_names_is_there(row: list[str]) -> None:
    file, name = row[3].strip("`").split("::")
    module = import_module("plugins.module_utils." + file.removesuffix(".py").replace("/", "."))
    assert callable(getattr(module, name))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_fault_that_a_row_names_is_drilled_and_named_by_one_of_its_checks(row: list[str]) -> None:
    checks = {*re.findall(r"`([a-z_]+)`", row[2])}
    for name in filter(None, row[4].split("; ")):
        assert FAULTS[name].expect["check"] in checks


def test_every_fault_of_the_drill_is_on_the_page() -> None:
    named = {name: "" for row in ROWS for name in filter(None, row[4].split("; "))}
    others = {name: check.strip("`") for name, check, _ in rows(OTHERS)}
    assert sorted([*named, *others]) == sorted(FAULTS)
    assert others == {name: FAULTS[name].expect["check"] for name in others}


def test_every_rule_of_the_counters_has_a_fault_and_a_remedy() -> None:
    assert [rule for rule in RULES if remedy(f"counters {rule}", "failed") == APPLY] == []
    faults = " ".join(path.read_text() for path in (Path(__file__).parent / "faults").glob("counters_*.yml"))
    assert [rule for rule, (wanted, _) in RULES.items() if wanted not in faults] == []
