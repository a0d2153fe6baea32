# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/memory-checks.md names every CXL failure of the list, and every check and line of code it names is there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from plugins.module_utils.checks.remedies import APPLY, remedy
from plugins.module_utils.devices.registry import LOOKS, SUBJECTS

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "memory-checks.md"
FAULTS = Path(__file__).parent / "faults"
# storage_cxl.md, the CXL entries of section E, in its order; the one with two symptoms has two rows.
REPORTS = """\
ndctl 276, ndctl 275, ndctl 250, ndctl 246, ndctl 246 daxctl, ndctl 272, ndctl 294, systemd-rhel 336, SMDK 26,
NV-Kernels 482, ndctl 236"""
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| report")
]


def test_every_failure_of_the_list_has_a_row() -> None:
    assert [row[0] for row in ROWS] == [" ".join(report.split()) for report in REPORTS.split(",")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_names_a_check_that_is_there_or_a_reason(row: list[str]) -> None:
    _, _, checks, code, reason = row
    named = re.findall(r"`([a-z_]+)`", checks)
    assert named or reason
    assert {*named} <= {*SUBJECTS, *LOOKS}
    assert bool(named) == bool(code)


@pytest.mark.parametrize("row", [row for row in ROWS if row[3]], ids=lambda row: row[0])
def test_the_code_a_row_names_is_there(row: list[str]) -> None:
    file, name = row[3].strip("`").split("::")
    module = import_module("plugins.module_utils." + file.removesuffix(".py").replace("/", "."))
    assert callable(getattr(module, name))


@pytest.mark.parametrize("cause", ["cxl_region lost", "cxl_region refused", "one tier", "no node", "cxl_health link"])
def test_what_apply_alone_does_not_mend_has_a_remedy_of_its_own(cause: str) -> None:
    assert remedy(cause, "failed") != APPLY
