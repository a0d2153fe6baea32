# SPDX-License-Identifier: GPL-3.0-or-later
"""The boot unit of a plan: its text, what it reads, and the row that host_boot and host_state take. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .devices import boot
from .devices.registry import LOST_AT_REBOOT

UNIT = "disagg-apply"
PATIENCE = 60  # seconds for the drivers to bring up every port
# After the network's managers, so that they do not undo it, and not after their waiting: it waits for its own ports.
# Before anything is mounted over the network: a file system must not start on a fabric that drops.
TEXT = f"""\
[Unit]
Description=Set this host's memory and its part of the fabric again (disagg)
After=systemd-modules-load.service systemd-sysctl.service network.target
Before=network-online.target remote-fs-pre.target
Wants=remote-fs-pre.target

[Service]
Type=oneshot
RemainAfterExit=yes
TimeoutStartSec=900
ExecStart=/usr/bin/python3 {boot.PROGRAM}

[Install]
WantedBy=multi-user.target
"""


def boot_unit(
    plan: Mapping[str, Any], program: bytes, roots: Mapping[str, str], tools: Mapping[str, str]
) -> dict[str, Any]:
    """``subject`` is what host_state and host_boot take, ``plan`` the text the program reads; no unit without need."""
    lost = {subject.NAME for subject in LOST_AT_REBOOT}
    subjects = {name: subject for name, subject in plan["subjects"].items() if name in lost}
    if not subjects:
        return {"subject": {"state": "deleted", "config": [{"unit": UNIT}]}, "plan": ""}
    text = plan_text({"subjects": subjects, "roots": roots, "tools": tools, "patience": PATIENCE})
    row = {"enabled": True, "text": TEXT, "program": boot.digest(program), "plan": boot.digest(text.encode())}
    return {"subject": {"state": "merged", "config": [{"unit": UNIT, **row}]}, "plan": text}


def plan_text(plan: Mapping[str, Any]) -> str:
    """A plan as JSON, the same text for the same plan."""
    return json.dumps(plan, indent=1, sort_keys=True) + "\n"
