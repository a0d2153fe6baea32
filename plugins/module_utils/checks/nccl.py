# SPDX-License-Identifier: GPL-3.0-or-later
"""/etc/nccl.conf is as planned, and with it NCCL takes the rail's own RoCE v2 address on every HCA. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..findings import Finding
from ..nccl_gid import V2, VARIABLES, Gid, selected
from .blame import because
from .cluster import Cluster
from .gid import as_found, planned, table
from .places import touches
from .rows import of_subject
from .verdict import failed, passed, skipped
from .words import NOTHING

OWN = "RoCE v2, the rail's own address"


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """The variables of each host's file, then the GID that NCCL takes on each HCA."""
    hosts = [host for host in cluster.plans if cluster.seen(host, "nccl") is not None]
    return [finding for host in hosts for finding in _host(cluster, host, bad)]


def _host(cluster: Cluster, host: str, bad: Sequence[Finding]) -> Iterator[Finding]:
    rows = [*of_subject(cluster, host, "nccl")]
    chosen = [row for row in rows if row.status == "failed" and row.where in VARIABLES]
    yield from (row for row in rows if row not in chosen)
    if chosen:
        yield _badly_chosen(cluster, host, chosen)
    elif cluster.seen(host, "gid") is not None:
        yield from (_hca(cluster, host, hca, bad) for hca in planned(cluster, host))


def _variables(cluster: Cluster, host: str) -> dict[str, str]:
    return {row["name"]: str(row.get("value", "")) for row in cluster.have(host, "nccl")}


def _badly_chosen(cluster: Cluster, host: str, chosen: Sequence[Finding]) -> Finding:
    """All variables that choose the GID in one finding, in terms of what NCCL takes."""
    where = ", ".join(row.where for row in chosen)
    told, wanted = ", ".join(_set(row.found) for row in chosen), ", ".join(_set(row.wanted) for row in chosen)
    takes = _takes(cluster, host)
    return failed("nccl", host, where, f"{wanted}, so that NCCL takes {OWN}", f"{told}{takes}")


def _set(value: str) -> str:
    return "not set" if value == NOTHING else value


def _takes(cluster: Cluster, host: str) -> str:
    """What NCCL takes where it is not the rail's own address; the first such HCA speaks for the others."""
    if cluster.seen(host, "gid") is None:
        return ""
    variables = _variables(cluster, host)
    rows = {hca: (row, selected(table(cluster, host, hca), variables)) for hca, row in planned(cluster, host).items()}
    wrong = [f"{as_found(cluster, host, gid)} on {hca}" for hca, (row, gid) in rows.items() if not _own(gid, row)]
    if not wrong:
        return ", which for now gives the right addresses"
    more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return f", so NCCL takes {wrong[0]}{more}"


def _own(gid: Gid, row: Mapping[str, str]) -> bool:
    return gid.version == V2 and str(gid.address) == row["address"]


def _hca(cluster: Cluster, host: str, hca: str, bad: Sequence[Finding]) -> Finding:
    row = planned(cluster, host)[hca]
    gid = selected(table(cluster, host, hca), _variables(cluster, host))
    wanted = f"RoCE v2, {row['address']} of {row['port']}"
    if _own(gid, row):
        return passed("nccl", host, hca, wanted, as_found(cluster, host, gid))
    names = {"link": row["port"], "gid": hca}
    cause = [one for one in bad if one.host == host and one.check in names and touches(one, (names[one.check],))]
    if cause:
        return skipped("nccl", host, hca, wanted, because(cause[0]))
    return failed("nccl", host, hca, wanted, as_found(cluster, host, gid), "gid")
