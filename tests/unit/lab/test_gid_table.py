# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand-in's GID table against GIDs that a kernel showed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

LIBRARY = Path(__file__).parents[3] / "lab/standins/rdma/rootfs/usr/local/lib/lab"


def load(name: str) -> ModuleType:
    """A module of the stand-in, which lies where the image has it."""
    spec = importlib.util.spec_from_file_location(name, LIBRARY / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


gid_table = load("gid_table")


def test_gids_are_those_that_a_kernel_made_of_the_same_mac_and_address() -> None:
    # rdma-core on Linux 6.12: rxe0 on a NIC with 52:54:00:00:64:01 and 192.168.100.11
    rows = gid_table.wanted("52:54:00:00:64:01", ["192.168.100.11"])
    assert [gid for gid, kind in rows if kind == "RoCE v2"] == [
        "fe80:0000:0000:0000:5054:00ff:fe00:6401",
        "0000:0000:0000:0000:0000:ffff:c0a8:640b",
    ]


def test_the_link_local_address_is_not_listed_twice() -> None:
    assert len(gid_table.wanted("52:54:00:00:64:01", ["fe80::5054:ff:fe00:6401"])) == 2


def test_a_full_table_drops_what_does_not_fit() -> None:
    slots = [(f"gid-{index}", "RoCE v2") for index in range(gid_table.SIZE + 3)]
    assert gid_table.follow([], slots) == slots[: gid_table.SIZE]


def test_a_gid_keeps_its_index_while_its_address_stays() -> None:
    first = gid_table.follow([], [("a", "v1"), ("b", "v1"), ("c", "v1")])
    then = gid_table.follow(first, [("c", "v1"), ("d", "v1")])
    assert then[:4] == [("d", "v1"), None, ("c", "v1"), None]
