# SPDX-License-Identifier: GPL-3.0-or-later
"""Both ends of every link correct errors alike, and with Reed-Solomon where the speed knows nothing else. Pure.

A change of speed or of negotiation can leave one end with another encoding (sonic-mgmt 7038, 20160).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..findings import Finding
from .blame import at_link
from .cluster import Cluster, End, Link
from .verdict import failed, passed, skipped

RS = "rs"
RS_ONLY = 200_000  # Mb/s from which Ethernet has no PHY without RS-FEC (IEEE 802.3, clauses 119 and 172)


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each link that is looked at; ``bad`` are the bad findings so far."""
    told = {link: _told(cluster, link) for link in cluster.links}
    return [_link(cluster, link, told[link], bad) for link in told if told[link] or _looked(cluster, link)]


def _link(cluster: Cluster, link: Link, told: Mapping[End, str], bad: Sequence[Finding]) -> Finding:
    place = ("fec", link.near.host, link.near.port)
    wanted = f"{RS} at both ends" if link.speed >= RS_ONLY else "one encoding at both ends"
    cause = at_link(cluster, link, bad, ("speed",), ())
    if cause or not told:
        return skipped(*place, wanted, cause or "neither end tells it; a link that is down has none")
    said = ", ".join(f"{encoding} at {end}" for end, encoding in told.items())
    right = RS if link.speed >= RS_ONLY else next(iter(told.values()))
    wrong = [end for end, encoding in told.items() if encoding != right]
    return failed("fec", wrong[0].host, wrong[0].port, wanted, said) if wrong else passed(*place, wanted, said)


def _looked(cluster: Cluster, link: Link) -> bool:
    return any(cluster.planned(end.host, "fec") is not None for end in link.ends)


def _told(cluster: Cluster, link: Link) -> dict[End, str]:
    return {end: encoding for end in link.ends if (encoding := _encoding(cluster, end))}


def _encoding(cluster: Cluster, end: End) -> str | None:
    row = cluster.row(end.host, "switch_port" if end.switch else "fec", end.port)
    return (row or {}).get("fec")
