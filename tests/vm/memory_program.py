# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the boot unit's own program in a guest, on a plan of some subjects: the code that apply and every boot run."""

from __future__ import annotations

import base64
import json
import shlex
from typing import Any

from lab.vm.machine import Answer, Machine
from plugins.filter.boot_unit import unit
from plugins.module_utils.devices import boot

PLACE = "/root/disagg.pyz"
PATIENCE = 600.0  # seconds for one plan: a guest that is emulated on a busy machine takes minutes


def install(machine: Machine) -> None:
    """Put the program there, in pieces that a command line holds."""
    program = unit({"subjects": {"cxl_region": {"state": "merged", "config": []}}})["program"]
    machine.sh(f": > {PLACE}.b64")
    for start in range(0, len(program), 100_000):
        machine.sh(f"echo -n {program[start : start + 100_000]} >> {PLACE}.b64")
    assert machine.sh(f"base64 -d {PLACE}.b64 > {PLACE} && wc -c < {PLACE}").stdout.strip() == str(
        len(base64.b64decode(program))
    )


def apply(machine: Machine, **subjects: dict[str, Any]) -> Answer:
    """What the program says of these subjects; exit code 0 where all are as planned."""
    plan = json.dumps({"subjects": subjects, "roots": {}, "tools": {}, "patience": 60})
    line = f"echo {shlex.quote(plan)} > /root/plan.json && python3 {PLACE} /root/plan.json"
    return machine.sh(line, timeout=PATIENCE)


def keep(machine: Machine, subjects: dict[str, Any]) -> None:
    """Install and enable the boot unit of these subjects; the program is there already."""
    made = unit({"subjects": subjects})
    files = {boot.PLAN: made["plan"], "/etc/systemd/system/disagg-apply.service": made["subject"]["config"][0]["text"]}
    machine.sh(f"mkdir -p /usr/lib/disagg /etc/disagg && cp {PLACE} {boot.PROGRAM}")
    for path, text in files.items():
        assert machine.sh(f"echo -n {shlex.quote(text)} > {path}").rc == 0
    assert machine.sh("systemctl daemon-reload && systemctl enable disagg-apply && sync").rc == 0


def regions(machine: Machine) -> list[dict[str, Any]]:
    """The regions as cxl lists them."""
    found: list[dict[str, Any]] = json.loads(machine.sh("cxl list -R -T").stdout)
    return found


def memory(machine: Machine) -> list[dict[str, Any]]:
    """The dax devices as daxctl lists them."""
    found: list[dict[str, Any]] = json.loads(machine.sh("daxctl list -D").stdout or "[]")
    return found
