# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import runpy

from tests.golden.clusters import ROOT


def test_the_reference_page_is_what_the_table_of_fields_gives():
    made = runpy.run_path(str(ROOT / "docs/generate_spec.py"))["page"]()
    assert (ROOT / "docs/spec.md").read_text() == made, "run: python docs/generate_spec.py"
