# SPDX-License-Identifier: GPL-3.0-or-later
"""Guests of every CXL topology come up with all of their devices."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from lab.vm.hardware import Hardware
from lab.vm.machine import Machine


@pytest.mark.long
@pytest.mark.parametrize(("topology", "bridges", "windows"), [("two_bridges", 2, 3), ("switch", 1, 1)])
def test_all_devices_are_found_by_serial_behind_their_bridges(
    extra_guest: Callable[[Hardware], Machine], topology: str, bridges: int, windows: int
) -> None:
    machine = extra_guest(Hardware(cxl=topology))
    (bus,) = json.loads(machine.sh("cxl list -BM").stdout)
    assert sorted(_serials(bus)) == sorted(machine.guest.serials)
    ports = json.loads(machine.sh("cxl list -B -P -D").stdout)[0]
    assert (
        len([name for name in machine.sh("ls /sys/bus/cxl/devices/root0").stdout.split() if name[:7] == "decoder"])
        == windows
    )
    assert len({port["host"] for port in ports.get("ports:root0", [])}) == bridges


def _serials(found: dict[str, object]) -> list[int]:
    """The serial numbers of memory devices anywhere below an object that ``cxl list`` printed."""
    parts = [part for value in found.values() if isinstance(value, list) for part in value if isinstance(part, dict)]
    own = [int(str(found["serial"]))] if "serial" in found else []
    return own + [serial for part in parts for serial in _serials(part)]
