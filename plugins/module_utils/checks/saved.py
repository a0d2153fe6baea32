# SPDX-License-Identifier: GPL-3.0-or-later
"""What a switch will boot with is what it runs with. Pure.

Where the running configuration is not as planned, that finding tells, and the same place is not told here again.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding
from .blame import because
from .cluster import Cluster
from .verdict import failed, passed, skipped

RUNNING = ("config_db", "nvue")  # the checks of what a switch runs with
WANTED = "the running configuration"
TOLD = 3  # places that differ, in one finding


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each switch, with the first places that differ."""
    switches = [host for host in cluster.plans if cluster.seen(host, "saved") is not None]
    return [
        _file(host, file, row.get("differences") or [], [one for one in bad if one.host == host])
        for host in switches
        for file, row in cluster.rows(host, "saved").items()
    ]


def _file(host: str, file: str, differences: Sequence[str], bad: Sequence[Finding]) -> Finding:
    running = {_pointer(finding): finding for finding in bad if finding.check in RUNNING}
    apart = [path for path in differences if not any(_within(path, place) for place in running)]
    if apart:
        more = f" and {len(apart) - TOLD} more" if len(apart) > TOLD else ""
        return failed("saved", host, file, WANTED, f"otherwise at {', '.join(apart[:TOLD])}{more}")
    if differences:
        return skipped("saved", host, file, WANTED, because(next(iter(running.values()))))
    return passed("saved", host, file, WANTED)


def _pointer(finding: Finding) -> str:
    """The row of a finding as a JSON pointer: ``PORT|Ethernet0 mtu`` is in ``/PORT/Ethernet0``."""
    if finding.check == "nvue":
        return f"/{finding.where.replace('/', '~1').replace(' ', '/')}"
    table, _bar, key = finding.where.split(" ")[0].partition("|")
    return f"/{table}/{key.replace('/', '~1')}"


def _within(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}/")
