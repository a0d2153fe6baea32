# SPDX-License-Identifier: GPL-3.0-or-later
"""What a NIC's firmware has its own mind about: who settles the classes, and settings that wait for a boot. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..devices import dcbx
from ..findings import Finding
from .cluster import Cluster
from .verdict import failed, passed

WANTED = "controlled by the host"
IN_FORCE = "in force"


def findings(cluster: Cluster, bad: Sequence[Finding]) -> list[Finding]:
    """One finding for each port, and one for each device whose firmware is planned."""
    return [finding for host in cluster.plans for finding in (*_dcbx(cluster, host), *_boot(cluster, host))]


def _dcbx(cluster: Cluster, host: str) -> list[Finding]:
    controls = [(row["port"], row["control"]) for row in cluster.have(host, "dcbx")]
    return [
        passed("dcbx", host, port, WANTED)
        if control == dcbx.HOST
        else failed("dcbx", host, port, WANTED, f"controlled by the NIC's {control}")
        for port, control in controls
    ]


def _boot(cluster: Cluster, host: str) -> list[Finding]:
    rows = [(row["device"], row.get("pending") or {}) for row in cluster.have(host, "mlxconfig")]
    return [
        failed("mlxconfig", host, device, IN_FORCE, _told(pending), "mlxconfig boot")
        if pending
        else passed("mlxconfig", host, device, IN_FORCE)
        for device, pending in rows
    ]


def _told(pending: dict[str, str]) -> str:
    return ", ".join(f"{name} {told}" for name, told in sorted(pending.items()))
