# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/contract.md shows what the functions make today."""

from __future__ import annotations

import runpy

from tests.golden.clusters import ROOT


def test_the_page_of_every_arrow_is_current() -> None:
    made = runpy.run_path(str(ROOT / "docs/generate_contract.py"))["page"]()
    assert (ROOT / "docs/contract.md").read_text() == made, "run: python docs/generate_contract.py"
