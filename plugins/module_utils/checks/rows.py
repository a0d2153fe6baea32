# SPDX-License-Identifier: GPL-3.0-or-later
"""Every planned row is as planned, and nothing stands beside it where the plan owns all that exists. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..reconcile import Change, Row, changes, desired, is_absent, rows_by
from .cluster import Cluster, known
from .verdict import failed, passed
from .words import NOTHING, at, differences, flat, place, row

JUDGED_ELSEWHERE = (
    *("buffer", "speed", "fec", "gid", "headroom", "reach"),
    *("saved", "switch_port", "nccl", "counters", "dcbx"),
    *("cxl_region", "cxl_memory", "cxl_health", "memory_node"),
)


def findings(cluster: Cluster) -> list[Finding]:
    """One finding for each row of the subjects that no other check judges."""
    return [
        finding
        for host, plan in cluster.plans.items()
        for name in plan.get("subjects", {})
        if name not in JUDGED_ELSEWHERE and cluster.seen(host, name) is not None
        for finding in of_subject(cluster, host, name)
    ]


def of_subject(cluster: Cluster, host: str, name: str) -> Iterator[Finding]:
    """The findings of one subject, by the same comparison that apply makes."""
    subject = known(name)
    state = (cluster.planned(host, name) or {}).get("state", "merged")
    want, have = rows_by(subject.KEY, cluster.config(host, name)), cluster.rows(host, name)
    after = desired(state, have, want, subject.BLANK)
    changed = {change.name: change for change in changes(have, after, subject.BLANK)}
    for key in [*want, *(key for key in changed if key not in want)]:
        where = place(name, subject.KEY, key)
        if key not in changed:
            yield _as_planned(name, host, where, want[key], state == "deleted" or is_absent(want[key]))
        else:
            is_wanted = key in want and state != "deleted" and not is_absent(want[key])
            yield _otherwise(name, host, where, changed[key], is_wanted, key in have)


def _as_planned(check: str, host: str, where: str, want: Row, is_gone: bool) -> Finding:
    if is_gone:
        return passed(check, host, where, NOTHING)
    fields = flat(want)
    only = next(iter(fields)) if len(fields) == 1 else ""
    return passed(check, host, at(where, only), row({"value": fields[only]} if only else want))


def _otherwise(check: str, host: str, where: str, change: Change, is_wanted: bool, is_there: bool) -> Finding:
    if not is_wanted:
        return failed(check, host, where, NOTHING, row(change.before))
    if not is_there or not change.before:
        return failed(check, host, where, row(change.after), NOTHING)
    found = differences(change.after, change.before)
    if len(found) == 1:
        return failed(check, host, at(where, found[0].field), found[0].wanted, found[0].found)
    wanted = ", ".join(f"{one.field} {one.wanted}".lstrip() for one in found)
    return failed(check, host, where, wanted, ", ".join(f"{one.field} {one.found}".lstrip() for one in found))
