# SPDX-License-Identifier: GPL-3.0-or-later
"""What is handed over where the running configuration is known, by cases in config_text/."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import yaml

from plugins.module_utils.edge.config_text import NoNetutils, missing, stale

CASES = sorted((Path(__file__).parent / "config_text").glob("*.yml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_is_missing_and_what_must_go(path: Path) -> None:
    case = yaml.safe_load(path.read_text())
    told = missing(case["planned"], case["running"], case["os"]), stale(case["planned"], case["running"], case["os"])
    assert tuple(text.splitlines() for text in told) == (case["missing"].splitlines(), case["stale"].splitlines())


def test_a_controller_without_netutils_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "netutils.config.compliance", None)
    with pytest.raises(NoNetutils) as told:
        missing("a", "b", "eos")
    assert str(told.value).endswith("do: pip install netutils")
