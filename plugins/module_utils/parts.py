# SPDX-License-Identifier: GPL-3.0-or-later
"""Which role makes which subjects true. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

ROLES: dict[str, tuple[str, ...]] = {
    "host_base": ("files", "kernel_module", "sysctl"),
    "host_fabric": (
        *("link", "speed", "pause", "route", "rule", "pfc", "buffer", "ets", "dscp"),
        *("maxrate", "mlxconfig", "roce_cc", "rdma_cm", "service", "boot"),
    ),
    "host_memory": ("memory_policy", "cxl_region", "cxl_memory", "memory_node", "hugepages"),
    "nccl": ("nccl",),
    "switch_fabric": ("config_db", "nvue", "saved", "switch_text", "metadata"),
}


def part_of_role(whole: Mapping[str, Any] | Iterable[str], role: str) -> dict[str, Any] | list[str]:
    """The subjects of ``whole`` that are the work of ``role``: a plan's as a map, a look's differences as a list."""
    if role not in ROLES:
        raise ValueError(f"{role!r} makes no subject true; allowed: {', '.join(sorted(ROLES))}")
    if isinstance(whole, Mapping):
        return {name: subject for name, subject in whole.items() if name in ROLES[role]}
    return [name for name in whole if name in ROLES[role]]
