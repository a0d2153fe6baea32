# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host runs at boot: the settings of its plan that a reboot loses, applied again by the code that set them."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from ..cxl.host_look import COMING, coming
from ..devices import boot, cxl_region
from ..devices.registry import LOST_AT_REBOOT
from ..look import options_of, rows_of
from ..reconcile import Row
from ..subject import Read, Resolves, Subject
from .converge import converge
from .host import ActionFailed, Host
from .process import run

PAUSE = 0.5  # seconds between two looks at the ports
ROW_BY_ROW = ("merged", "replaced")  # states whose rows do not need each other


def main(arguments: list[str]) -> int:
    """Exit code: 0 where every subject is as planned, 1 where one is not."""
    path = arguments[0] if arguments else boot.PLAN
    try:
        plan = json.loads(Path(path).read_text())
        subjects, host, patience = plan["subjects"], Host(run, plan["roots"], plan["tools"]), plan["patience"]
    except (OSError, ValueError, KeyError) as error:
        print(f"{path}: {error}; run playbooks/apply.yml to write it again", file=sys.stderr)
        return 1
    if cxl_region.NAME in subjects:
        wait_for_memory(host, patience)
    missing = wait_for(host, [row["port"] for row in rows_of(subjects.get("link", {}))], patience)
    planned = [subject for subject in LOST_AT_REBOOT if subject.NAME in subjects]
    failed = [subject.NAME for subject in planned if not apply(subject, subjects[subject.NAME], host, missing)]
    return 1 if failed else 0


def wait_for_memory(host: Host, patience: float) -> None:
    """Wait until every CXL memory device on the PCI bus has an endpoint: a region over fewer would be another one."""
    until = time.monotonic() + patience
    while coming(host.look(COMING)) and time.monotonic() < until:
        time.sleep(PAUSE)


def wait_for(host: Host, ports: list[str], patience: float) -> list[str]:
    """The ports that are not there after ``patience`` seconds."""
    until = time.monotonic() + patience
    while True:
        seen = host.look({port: Read(("ip", "link", "show", "dev", port)) for port in ports})
        missing = [port for port in ports if seen[port].rc]
        if not missing or time.monotonic() >= until:
            return missing
        time.sleep(PAUSE)


def apply(subject: Subject, wish: dict[str, Any], host: Host, missing: list[str]) -> bool:
    """Whether ``subject`` is as planned now; prints one line that says what was done and what failed."""
    changed, failures = 0, []
    for config in pieces(subject, wish, missing):
        try:
            changed += len(converge(subject, host, wish["state"], config, options_of(wish), pretend=False).actions)
        except (ActionFailed, OSError, ValueError) as error:
            failures.append(str(error))
    print(f"{subject.NAME}: {changed} changed", *failures, sep="; failed: ", flush=True)
    return not failures


def pieces(subject: Subject, wish: dict[str, Any], missing: list[str]) -> list[list[Row]]:
    """The rows to apply at a time, so that one port that is missing or broken leaves the others alone."""
    if wish["state"] in ROW_BY_ROW and not isinstance(subject, Resolves):  # whose rows are resolved together
        return [[row] for row in rows_of(wish)]
    return [[row for row in rows_of(wish) if row.get("port") not in missing]]
