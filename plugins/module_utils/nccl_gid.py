# SPDX-License-Identifier: GPL-3.0-or-later
"""Which GID NCCL takes on a RoCE port: its own selection, replayed on the port's GID table. Pure.

Source: NCCL 2.21 to 2.30, src/transport/net_ib: ncclIbGetGidIndex, ncclUpdateGidIndex, envIbAddrRange.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from .nccl.values import as_nccl_reads

VARIABLES = ("NCCL_IB_GID_INDEX", "NCCL_IB_ADDR_FAMILY", "NCCL_IB_ADDR_RANGE", "NCCL_IB_ROCE_VERSION_NUM")
V1, V2 = 1, 2
UNSET = IPv6Address(0)
LINK_LOCAL = 0xFE80 << 48  # the upper half of fe80::/64
MULTICAST_V4 = 0xFF0E << 112 | 0xFFFF << 32  # ff0e::ffff:a.b.c.d counts as IPv4, as rdma-core has it


@dataclass(frozen=True)
class Gid:
    """One entry of a port's GID table; ``version`` of RoCE is 0 where the kernel tells none."""

    index: int
    gid: IPv6Address = UNSET
    version: int = 0

    @property
    def address(self) -> IPv4Address | IPv6Address:
        """The address as people write it: IPv4 where the GID is mapped from one."""
        return self.gid.ipv4_mapped or self.gid

    @property
    def valid(self) -> bool:
        """Whether NCCL counts it as usable: set, and not link-local."""
        return self.gid != UNSET and int(self.gid) >> 64 != LINK_LOCAL

    @property
    def family(self) -> str:
        """The address family as NCCL's variables call it."""
        multicast = int(self.gid) >> 32 << 32 == MULTICAST_V4
        return "AF_INET" if self.gid.ipv4_mapped is not None or multicast else "AF_INET6"


def selected(table: Sequence[Gid], variables: Mapping[str, str]) -> Gid:
    """The entry NCCL takes from ``table`` under its environment ``variables``."""
    entries = {entry.index: entry for entry in table}
    fixed = _number(variables.get("NCCL_IB_GID_INDEX", ""), -1)
    if fixed >= 0:
        return entries.get(fixed, Gid(fixed))
    family = "AF_INET6" if variables.get("NCCL_IB_ADDR_FAMILY") == "AF_INET6" else "AF_INET"
    within = variables.get("NCCL_IB_ADDR_RANGE", "")
    version = _number(variables.get("NCCL_IB_ROCE_VERSION_NUM", ""), V2)
    taken = entries.get(0, Gid(0))
    for index in range(1, max(entries, default=0) + 1):
        taken = _better(taken, entries.get(index, Gid(index)), family, within, version)
    return taken


def own_index(entries: Sequence[Mapping[str, object]], address: str) -> int | None:
    """The index of an address as a RoCE v2 GID, in rows of a look at ``gid``; None where it is not there."""
    for entry in entries:
        gid = Gid(int(str(entry["index"])), IPv6Address(str(entry["gid"])), V2)
        if entry["version"] == "RoCE v2" and str(gid.address) == address:
            return gid.index
    return None


def _better(taken: Gid, candidate: Gid, family: str, within: str, version: int) -> Gid:
    if candidate.family != family or not _is_within(candidate, family, within):
        return taken
    if taken.family != candidate.family:
        return candidate
    improves = taken.version != candidate.version or not taken.valid
    return candidate if candidate.valid and improves and candidate.version == version else taken


def _is_within(candidate: Gid, family: str, within: str) -> bool:
    """NCCL ignores a range that it cannot read, as it does one of the other family."""
    try:
        network = ip_network(within, strict=False) if "/" in within else None
    except ValueError:
        network = None
    if network is None or (network.version == 4) != (family == "AF_INET"):
        return True
    address = ip_address(int(candidate.gid) & 0xFFFFFFFF) if network.version == 4 else candidate.gid
    return address in network


def _number(text: str, otherwise: int) -> int:
    """What NCCL reads in a value; its default where there is none."""
    number = as_nccl_reads(text)
    return otherwise if number is None else number
