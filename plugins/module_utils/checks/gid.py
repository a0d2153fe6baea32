# SPDX-License-Identifier: GPL-3.0-or-later
"""Every HCA shows its rail's address as a RoCE v2 GID, on hosts where no NCCL would look for it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address
from typing import Any

from ..findings import Finding
from ..nccl_gid import V2, Gid
from .blame import because
from .cluster import Cluster
from .places import touches
from .verdict import failed, passed, skipped

VERSIONS = {"IB/RoCE v1": 1, "RoCE v1": 1, "RoCE v2": V2}


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each HCA of a host without NCCL, and one for all HCAs that are numbered otherwise."""
    hosts = [host for host in cluster.plans if cluster.seen(host, "gid") is not None]
    return [finding for host in hosts for finding in _host(cluster, host, bad)]


def _host(cluster: Cluster, host: str, bad: Sequence[Finding]) -> Iterator[Finding]:
    swapped = {hca: port for hca in planned(cluster, host) if (port := _other(cluster, host, hca))}
    if swapped:
        wanted = ", ".join(f"{hca} at {planned(cluster, host)[hca]['port']}" for hca in swapped)
        found = ", ".join(f"{hca} at {port}" for hca, port in swapped.items())
        yield failed("gid", host, ", ".join(swapped), wanted, found, "gid numbering")
    if cluster.planned(host, "nccl") is None:
        yield from (_hca(cluster, host, hca, bad) for hca in planned(cluster, host) if hca not in swapped)


def _other(cluster: Cluster, host: str, hca: str) -> str:
    """The port of another rail whose address an HCA shows in place of its own; empty where it does not."""
    shown = {str(gid.address) for gid in table(cluster, host, hca) if gid.version == V2}
    ports = addresses(cluster, host)
    own = str(planned(cluster, host)[hca]["address"])
    return "" if own in shown else next((ports[address] for address in sorted(shown & {*ports})), "")


def planned(cluster: Cluster, host: str) -> dict[str, dict[str, Any]]:
    """What the plan wants of each HCA, by HCA."""
    return {row["hca"]: row for row in cluster.config(host, "gid")}


def table(cluster: Cluster, host: str, hca: str) -> list[Gid]:
    """The GID table of an HCA as it was seen."""
    entries = (cluster.row(host, "gid", hca) or {}).get("gids") or []
    return [Gid(int(entry["index"]), IPv6Address(entry["gid"]), VERSIONS.get(entry["version"], 0)) for entry in entries]


def addresses(cluster: Cluster, host: str) -> dict[str, str]:
    """Port by address, as planned."""
    return {str(row["address"]): str(row["port"]) for row in planned(cluster, host).values()}


def as_found(cluster: Cluster, host: str, gid: Gid) -> str:
    """An entry of a GID table in words, for example ``index 1: fe80::1 RoCE v2, link-local``."""
    version = f"RoCE v{gid.version}" if gid.version else "no RoCE version"
    if not int(gid.gid):
        return f"index {gid.index}: nothing is there"
    port = addresses(cluster, host).get(str(gid.address))
    whose = f", of {port}" if port else ", link-local" if not gid.valid else ""
    return f"index {gid.index}: {gid.address} {version}{whose}"


def _hca(cluster: Cluster, host: str, hca: str, bad: Sequence[Finding]) -> Finding:
    row = planned(cluster, host)[hca]
    wanted = f"RoCE v2, {row['address']} of {row['port']}"
    entries = [gid for gid in table(cluster, host, hca) if str(gid.address) == row["address"]]
    right = [gid for gid in entries if gid.version == V2]
    if right:
        return passed("gid", host, hca, wanted, as_found(cluster, host, right[0]))
    cause = [one for one in bad if one.host == host and one.check == "link" and touches(one, (row["port"],))]
    if cause:
        return skipped("gid", host, hca, wanted, because(cause[0]))
    return failed("gid", host, hca, wanted, as_found(cluster, host, entries[0]) if entries else "no such GID")
