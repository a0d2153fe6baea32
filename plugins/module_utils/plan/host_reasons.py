# SPDX-License-Identifier: GPL-3.0-or-later
"""Why each number of a host's plan is so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..nodes import Node
from ..spec.model import Fabric, Roce, Spec
from .host_buffers import LOSSLESS, least
from .host_congestion_reasons import congestion_reasons
from .lossless import ECT0, ROCE_BANDWIDTH, traffic_class_byte
from .model import Row, Subject
from .nic_buffer import mlx5_why
from .reach import IP_AND_ICMP
from .why import Why, reason

SPEC = "cluster.yml"


def host_reasons(node: Node, spec: Spec, subjects: Mapping[str, Subject]) -> list[Row]:
    """One row for each number: what it is, its value and where it comes from; none for a host off the fabric."""
    if not node.nics:
        return []
    fabric = spec.fabric
    payload = Why("MTU - headers", {"MTU": fabric.mtu, "headers": IP_AND_ICMP}, "RFC 791, RFC 792")
    rows = [reason("mtu", f"{fabric.mtu} bytes", Why("fabric.mtu", {}, SPEC))]
    if fabric.roce:
        held = "buffer" in subjects and not fabric.roce.lossy
        rows += [*_classes(fabric.roce), *(_buffer(fabric) if held else [])]
        rows += congestion_reasons(fabric.speed, fabric.roce, spec.profile_of(node.group), subjects)
    return [*rows, reason("bytes of a ping", f"{fabric.mtu - IP_AND_ICMP} bytes", payload)]


def _classes(roce: Roce) -> Iterator[Row]:
    byte = Why("DSCP x 4 + ECT(0)", {"DSCP": roce.dscp, "ECT(0)": ECT0}, "RFC 2474, RFC 3168")
    one = Why("fabric.roce.priority, one, as each takes buffer", {}, SPEC)
    none = Why("fabric.roce.mode lossy: marks slow senders down, the NIC sends again what is lost", {}, SPEC)
    yield reason("lossless priority", *(("none", none) if roce.lossy else (str(roce.priority), one)))
    yield reason(
        "dscp", f"{roce.dscp} to {roce.priority}, {roce.cnp_dscp} to {roce.cnp_priority}", Why("fabric.roce", {}, SPEC)
    )
    yield reason("NCCL_IB_TC, tos of RDMA-CM", str(traffic_class_byte(roce)), byte)
    shared = Why("half each for RoCE and best effort", {}, "NVIDIA Cumulus Linux 5.14, bnxt_setupcc -b 50")
    yield reason("bandwidth", f"{ROCE_BANDWIDTH} %", shared)


def _buffer(fabric: Fabric) -> Iterator[Row]:
    why = mlx5_why(fabric.speed, fabric.mtu, fabric.cables.host)
    yield reason("lossless buffer", f"at least {least(fabric)[LOSSLESS]} bytes", why)
    yield reason("cable", f"{fabric.cables.host} m", Why("fabric.cables.host", {}, SPEC))
