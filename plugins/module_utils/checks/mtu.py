# SPDX-License-Identifier: GPL-3.0-or-later
"""Both ends of every link have one MTU, beyond each being as its own plan has it. Pure.

Where an end is not as its plan has it, that finding tells, and this one is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding
from .blame import at_link
from .cluster import Cluster, End, Link
from .verdict import failed, passed, skipped


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each link with an MTU known at both ends; ``bad`` are the bad findings so far."""
    return [_link(cluster, link, bad) for link in cluster.links if link.near.mtu and link.far.mtu]


def _link(cluster: Cluster, link: Link, bad: Sequence[Finding]) -> Finding:
    wanted = f"one MTU, {link.near.mtu} bytes at {link.near}"
    found = {str(end): _mtu(cluster, end) for end in link.ends}
    cause = at_link(cluster, link, bad, ("link",), ("PORT",))
    if cause or None in found.values():
        return skipped("mtu", link.near.host, link.near.port, wanted, cause or "the MTU of one end was not read")
    said = ", ".join(f"{mtu} at {end}" for end, mtu in found.items())
    if len({*found.values()}) == 1:
        return passed("mtu", link.near.host, link.near.port, wanted, said)
    return failed("mtu", link.near.host, link.near.port, wanted, said)


def _mtu(cluster: Cluster, end: End) -> object:
    row = cluster.row(end.host, "switch_port" if end.switch else "link", end.port)
    return (row or {}).get("mtu")
