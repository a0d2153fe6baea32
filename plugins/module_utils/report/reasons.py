# SPDX-License-Identifier: GPL-3.0-or-later
"""What plans say beside their settings: what to know before they are applied, and why their numbers are so. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NAMED = 4  # hosts that are named of those that share something


def warnings(plans: Mapping[str, Mapping[str, Any]]) -> list[dict[str, str]]:
    """Each warning once, with the hosts whose plans have it."""
    pairs = [(text, host) for host, plan in plans.items() for text in plan.get("warnings") or []]
    return [{"hosts": named(hosts), "text": text} for text, hosts in _by_first(pairs).items()]


def reasons(plans: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The numbers of plans with their reasons, those of hosts that are alike once."""
    pairs = [(tuple(tuple(row.items()) for row in plan.get("why") or []), host) for host, plan in plans.items()]
    grouped = _by_first(pair for pair in pairs if pair[0])
    return [{"hosts": named(hosts), "rows": [dict(row) for row in rows]} for rows, hosts in grouped.items()]


def told(host: str, plans: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Two lines for each number of one host's plan; raises ``ValueError`` for a host without a plan."""
    if host not in plans:
        raise ValueError(f"explain: {host} found, which has no plan; allowed: {', '.join(sorted(plans))}")
    rows = plans[host].get("why") or []
    lines = [line for row in rows for line in (f"{row['number']}: {row['value']}", f"    {row['why']}")]
    return lines or [f"{host} is not on the fabric, so that nothing is computed for it"]


def named(hosts: Sequence[str]) -> str:
    """Hosts in words, not too many of them."""
    more = [f"{len(hosts) - NAMED} more"] if len(hosts) > NAMED else []
    return ", ".join([*hosts[:NAMED], *more])


def _by_first(pairs: Iterable[tuple[Any, str]]) -> dict[Any, list[str]]:
    found: dict[Any, list[str]] = {}
    for key, host in pairs:
        found.setdefault(key, []).append(host)
    return found
