# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel does with memory by itself: onlining of what comes, and moving pages between tiers. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Put, Read, Seen, text_of

NAME = "memory_policy"
KEY = ("name",)
BLANK: Row = {}  # the kernel does not have it
# Documentation/admin-guide/mm/memory-hotplug.rst, ABI/testing/sysfs-kernel-mm-numa, admin-guide/sysctl/kernel.rst
FILES = {
    "auto_online_blocks": "/sys/devices/system/memory/auto_online_blocks",
    "demotion_enabled": "/sys/kernel/mm/numa/demotion_enabled",
    "numa_balancing": "/proc/sys/kernel/numa_balancing",
}
VALUES = {
    "auto_online_blocks": ("offline", "online", "online_kernel", "online_movable"),
    "demotion_enabled": ("true", "false"),
    "numa_balancing": ("0", "1", "2"),  # 2: hot pages go from slower tiers to faster ones
}
REMEDY = "it must be a readable file of sysfs"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Each setting's file."""
    return {name: Read(path=FILES.get(name, name)) for name in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The value of each setting that the kernel has."""
    return {name: {"value": text_of(name, look, REMEDY).strip()} for name, look in seen.items() if not look.missing}


def check(name: str, row: Row) -> None:
    """Refuse a setting or a value that the kernel does not know."""
    if name not in FILES:
        raise ValueError(f"config[{name}].name: not known; allowed: {', '.join(sorted(FILES))}")
    if row.get("value", VALUES[name][0]) not in VALUES[name]:
        raise ValueError(f"config[{name}].value: {row['value']} found; allowed: {', '.join(VALUES[name])}")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Write each."""
    return [Put(FILES[change.name], change.after["value"]) for change in changes]
