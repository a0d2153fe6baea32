# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import runpy

from tests.golden.clusters import ROOT


def test_the_page_is_what_planner_rules_and_variables_give():
    made = runpy.run_path(str(ROOT / "docs/generate_nccl.py"))["page"]()
    assert (ROOT / "docs/nccl.md").read_text() == made, "run: python docs/generate_nccl.py"
