# SPDX-License-Identifier: GPL-3.0-or-later
"""What verify says: one finding for each thing judged at one place. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from .plan.order import Key, natural

STATUSES = ("failed", "unreadable", "skipped", "passed")  # in the order in which a reader wants them


@dataclass(frozen=True)
class Finding:
    """What was judged (``check``, ``host``, ``where``), the verdict, and what to do where it is not good.

    A skipped finding tells in ``found`` why it was not judged, an unreadable one what came back instead.
    """

    check: str
    host: str
    where: str
    wanted: str
    found: str
    status: str
    remedy: str = ""


def summary(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each status."""
    told = [finding.status for finding in findings]
    return {status: told.count(status) for status in ("passed", "failed", "skipped", "unreadable")}


def ordered(findings: Iterable[Finding], hosts: Sequence[str]) -> list[Finding]:
    """The worst first, then in the order of ``hosts``, then by check and place."""
    place = {host: index for index, host in enumerate(hosts)}

    def rank(finding: Finding) -> tuple[int, int, str, Key]:
        first = STATUSES.index(finding.status), place.get(finding.host, len(place))
        return (*first, finding.check, natural(finding.where))

    return sorted(findings, key=rank)


def from_report(entries: Iterable[dict[str, str]]) -> list[Finding]:
    """The findings of a report.json."""
    return [Finding(**entry) for entry in entries]


def to_report(findings: Iterable[Finding]) -> list[dict[str, str]]:
    """The findings as report.json has them."""
    return [asdict(finding) for finding in findings]
