# SPDX-License-Identifier: GPL-3.0-or-later
"""A fault of the drill, and what to make of the findings that it caused."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

CONTROLLER = "controller"
PATCH = "/run/drill.json"  # on a switch
PLACE = ("check", "host", "where")
TOLD = (*PLACE, "wanted", "found")
BAD = ("failed", "unreadable")
PLAYBOOKS = ("provision", "apply")
FIELDS = {"fault", "host", "expect"}
ONE_OF = (("break", "patch"), ("repair", "mend"))
ALONE = "alone"

Finding = dict[str, str]


@dataclass(frozen=True)
class Fault:
    """One thing to break: by ``command``, on a host; ``expect`` names check, host and place of the one finding.

    ``repair`` are the playbooks that mend it; ``mend`` is a command in their place, for what a person has to do.
    ``alone``: nothing else is broken at the same time, because its repair or its traces reach other hosts.
    """

    name: str
    host: str
    command: str
    expect: Finding
    repair: tuple[str, ...]
    mend: str = ""
    alone: bool = False


def read_faults(path: Path, lab: str) -> list[Fault]:
    """The faults of a file; raises ``ValueError`` that says which entry is wrong."""
    return [_fault(entry, f"{path.name}[{index}]", lab) for index, entry in enumerate(yaml.safe_load(path.read_text()))]


def bad(report: dict[str, Any]) -> list[Finding]:
    """What of a report has to be mended."""
    return [{name: finding[name] for name in TOLD} for finding in report["findings"] if finding["status"] in BAD]


def is_at(finding: Finding, expect: Finding) -> bool:
    """Whether a finding is the expected one: that check, that host, that place."""
    return all(finding[name] == expect[name] for name in PLACE)


def verdict(fault: Fault, findings: Iterable[Finding]) -> dict[str, Any]:
    """What the drill writes of a fault, but for its repair: what was expected and found, and what was told falsely."""
    findings = [*findings]
    found = [finding for finding in findings if is_at(finding, fault.expect)]
    false = [finding for finding in findings if not is_at(finding, fault.expect)]
    return {"fault": fault.name, "expected": fault.expect, "found": found, "false": false, "repaired": False}


def is_good(entry: dict[str, Any]) -> bool:
    """Whether a fault was named once, nothing beside it, and then repaired."""
    return len(entry["found"]) == 1 and not entry["false"] and entry["repaired"]


def _fault(entry: Any, where: str, lab: str) -> Fault:
    _refuse_shape(entry, where)
    if not isinstance(entry.get(ALONE, False), bool):
        raise ValueError(f"{where}.{ALONE}: {entry[ALONE]!r}; allowed: true or false")
    if {*entry["expect"]} != {*PLACE}:
        raise ValueError(f"{where}.expect: {entry['expect']!r}; allowed: {', '.join(PLACE)}")
    repair = entry.get("repair", [])
    if not {*repair} <= {*PLAYBOOKS}:
        raise ValueError(f"{where}.repair: {repair!r}; allowed: {', '.join(PLAYBOOKS)}")
    command = entry["break"].replace("{lab}", lab) if "break" in entry else _patching(entry["patch"])
    mend, alone = entry.get("mend", ""), entry.get(ALONE, False)
    return Fault(entry["fault"], entry["host"], command, entry["expect"], tuple(repair), mend, alone)


def _refuse_shape(entry: Any, where: str) -> None:
    fields = {*entry} - {ALONE} if isinstance(entry, dict) else set()
    chosen = [fields & {*choice} for choice in ONE_OF]
    if fields.difference(*chosen) != FIELDS or any(len(one) != 1 for one in chosen):
        either = " and ".join(" or ".join(choice) for choice in ONE_OF)
        raise ValueError(f"{where}: {entry!r}; allowed: {', '.join(sorted(FIELDS))}, {either}, and perhaps {ALONE}")


def _patching(operations: list[dict[str, Any]]) -> str:
    """The command by which a person changes a SONiC switch, and keeps it over a reboot."""
    return f"echo {shlex.quote(json.dumps(operations))} > {PATCH} && config apply-patch {PATCH} && config save -y"
