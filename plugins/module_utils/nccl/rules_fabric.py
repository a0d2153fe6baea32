# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether what NCCL sends travels in the fabric's class, with a GID that every HCA has, and over RDMA at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .facts import Facts
from .finding import Finding, Setting, finding
from .values import as_nccl_reads

ECN = 3  # the low two bits of the traffic class byte
ECT0 = 2  # RFC 3168
CLASSES = ("NCCL_IB_TC", "NCCL_IB_FIFO_TC", "NCCL_GIN_IB_TC")
GIDS = ("NCCL_IB_GID_INDEX", "NCCL_IB_ADDR_FAMILY", "NCCL_IB_ADDR_RANGE", "NCCL_IB_ROCE_VERSION_NUM")


def fabric_findings(setting: Setting, facts: Facts) -> Iterator[Finding]:
    """The findings about class, GID and service level."""
    if facts.fabric == "infiniband" and setting.name in CLASSES + GIDS:
        yield finding("ethernet-only", setting, "not to set it on InfiniBand")
    elif facts.fabric == "infiniband":
        return
    elif setting.name in CLASSES:
        yield from _class(setting, facts)
    elif setting.name == "NCCL_IB_GID_INDEX":
        yield from _gid(setting, facts)
    elif setting.name == "NCCL_IB_SL" and facts.dscp is not None:
        yield from _service_level(setting, facts, facts.dscp)


def together_findings(values: Mapping[str, Setting], facts: Facts) -> Iterator[Finding]:
    """What is wrong only in view of another variable: RDMA off, a plugin beside NCCL's own network, PXN."""
    plugin, net = values.get("NCCL_NET_PLUGIN"), values.get("NCCL_NET")
    off = values.get("NCCL_IB_DISABLE")
    if off and as_nccl_reads(off.value) not in (0, None):
        yield finding("rdma-off", off, "NCCL_IB_DISABLE=0")
    if net and net.value.lower() == "socket":
        yield finding("rdma-off", net, "NCCL_NET=IB")
    if plugin and plugin.value.lower() not in ("none", ""):
        own = sorted(name for name in values if name.startswith("NCCL_IB_"))
        if own:
            yield finding(
                "plugin-mix", plugin, "NCCL_NET_PLUGIN=none, or no NCCL_IB variables", f"beside {', '.join(own)}"
            )
    pxn = values.get("NCCL_PXN_DISABLE")
    stays = values["NCCL_CROSS_NIC"].value if "NCCL_CROSS_NIC" in values else facts.plan.get("NCCL_CROSS_NIC")
    if pxn and as_nccl_reads(pxn.value) == 1 and stays == "0":
        yield finding("pxn-off", pxn, "NCCL_PXN_DISABLE=0", "NCCL_CROSS_NIC is 0")


def _class(setting: Setting, facts: Facts) -> Iterator[Finding]:
    byte = as_nccl_reads(setting.value)
    if byte is None or byte < 0 or byte > 255:
        return
    dscp = facts.dscp
    if dscp is not None and byte >> 2 != dscp:
        allowed = f"{setting.name}={dscp << 2 | ECT0}"
        said = f"the DSCP itself, which makes DSCP {byte >> 2}" if byte == dscp else f"DSCP {byte >> 2}"
        if setting.name == "NCCL_IB_FIFO_TC" and byte != dscp:
            yield finding("control-class", setting, allowed, said)
        else:
            yield finding("class-differs", setting, allowed, said)
    elif byte & ECN in (0, ECN) and (facts.fabric == "roce" or dscp is not None):
        said = "it says that congestion was met" if byte & ECN else "it says nothing of ECN"
        yield finding("no-ecn", setting, f"{setting.name}={byte & ~ECN | ECT0}", said)


def _gid(setting: Setting, facts: Facts) -> Iterator[Finding]:
    index = as_nccl_reads(setting.value)
    if index is None or index < 0:
        return
    others = {hca: found for hca, found in facts.gids.items() if found != index}
    if others:
        told = ", ".join(f"{hca} has {found}" for hca, found in sorted(others.items()))
        yield finding("gid-differs", setting, "NCCL_IB_ADDR_RANGE instead", told)
    elif not facts.gids and facts.plan and "NCCL_IB_GID_INDEX" not in facts.plan:
        within = facts.plan.get("NCCL_IB_ADDR_RANGE", "the fabric's subnet")
        yield finding("gid-index", setting, f"NCCL_IB_ADDR_RANGE={within} instead")


def _service_level(setting: Setting, facts: Facts, dscp: int) -> Iterator[Finding]:
    level, priority = as_nccl_reads(setting.value), facts.classes.get(dscp, dscp >> 3)
    if level is not None and level >= 0 and level != priority:
        yield finding("service-level", setting, f"not to set it, or {priority}", f"DSCP {dscp} has priority {priority}")
