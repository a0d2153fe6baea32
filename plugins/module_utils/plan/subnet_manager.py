# SPDX-License-Identifier: GPL-3.0-or-later
"""The InfiniBand subnet manager: opensm on the hosts the spec names, the first of them master."""

from __future__ import annotations

from ..spec.model import Fabric
from .host_base import file
from .model import Row

HIGHEST_PRIORITY = 15  # opensm(8): 0 to 15, the highest alive is master
MTU_CODES = {2044: 4, 4092: 5}  # IPoIB MTU -> InfiniBand MTU 2048, 4096 as its architecture numbers them (opensm(8))
UNIT = "opensm"  # Debian's: starts one opensm on each port, which reads both files


def files(host: str, fabric: Fabric) -> list[Row]:
    """The configuration of opensm on one host; none where it does not run."""
    if host not in fabric.subnet_manager:
        return []
    # Fat-tree routing for leaves and spines; up/down is what still works while the tree is incomplete.
    priority = HIGHEST_PRIORITY - fabric.subnet_manager.index(host)
    settings = ["routing_engine ftree,updn", f"sm_priority {priority}"]
    # opensm's default group carries 2048 bytes, which holds IPoIB at 2044 whatever the ports can do.
    partition = f"Default=0x7fff, ipoib, mtu={MTU_CODES[fabric.mtu]} : ALL=full;"
    return [file("/etc/opensm/opensm.conf", settings), file("/etc/opensm/partitions.conf", [partition])]


def units(host: str, fabric: Fabric) -> list[Row]:
    """The unit that must run on a host of the subnet manager."""
    return [{"name": UNIT, "enabled": True, "running": True}] if host in fabric.subnet_manager else []
