# SPDX-License-Identifier: GPL-3.0-or-later
"""hardware.yml says what is wrong with it, and where."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from lab.vm.hardware import Hardware, read_hardware

RACK = Path(__file__).parents[4] / "inventories/rack/hardware.yml"


def test_the_racks_own_is_right() -> None:
    found = read_hardware(yaml.safe_load(RACK.read_text()), RACK.name)
    assert found["compute-1"] == Hardware(nvme=(256,))
    assert found["compute-2"].slow_memory == 256


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ([], r"hardware.yml: \[\]; allowed: a mapping from a host's name"),
        ({"a": {"ram": 1}}, r"hardware.yml: a: \{'ram': 1\}; allowed: a mapping with memory, cpus, cxl"),
        ({"a": {"cxl": "ring"}}, r"hardware.yml: a.cxl: 'ring'; allowed: none, one_bridge, two_bridges, switch"),
        ({"a": {"memory": "1G"}}, r"hardware.yml: a.memory: allowed: whole numbers from 1"),
        ({"a": {"nvme": [0]}}, r"hardware.yml: a.nvme: allowed: whole numbers from 1"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(document: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_hardware(document, "hardware.yml")
