# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything judged at a glance: hosts down, checks across, the worst status and the count in each cell. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..findings import STATUSES, Finding


def matrix(hosts: Sequence[str], findings: Sequence[Finding]) -> dict[str, Any]:
    """The checks that were made, and for each host a cell for each of them (None where it was not made)."""
    cells: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        cells.setdefault((finding.host, finding.check), []).append(finding)
    checks = _by_kind([*dict.fromkeys(check for _host, check in cells)])
    rows = [{"host": host, "cells": [_cell(cells.get((host, check))) for check in checks]} for host in hosts]
    return {"checks": checks, "rows": rows}


ORDER = (
    *("node", "boot", "saved", "kernel_module", "sysctl", "files", "service", "metadata"),
    *("config_db", "headroom", "nvue", "switch_text", "link", "speed", "mtu", "pause", "route", "rule", "reach"),
    *("pfc", "buffer", "ets", "dscp", "class", "maxrate", "roce_cc", "rdma_cm", "dcbx", "mlxconfig"),
    *("gid", "nccl", "counters"),
)


def _by_kind(checks: Sequence[str]) -> list[str]:
    """The machine, its links, its classes; what is not known here last."""
    return sorted(checks, key=lambda check: (ORDER.index(check) if check in ORDER else len(ORDER), check))


def _cell(findings: Sequence[Finding] | None) -> dict[str, Any] | None:
    if not findings:
        return None
    counts = {status: sum(finding.status == status for finding in findings) for status in STATUSES}
    status = next(status for status in STATUSES if counts[status])
    said = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    return {"status": status, "count": counts[status], "said": said}
