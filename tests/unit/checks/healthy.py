# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster in which all is as planned: what host_state would say of it, derived from its plans."""

from __future__ import annotations

import copy
from functools import cache
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any

import yaml

from plugins.module_utils.devices.registry import LOOKS, SUBJECTS
from plugins.module_utils.reconcile import config_by, is_absent, rows_by
from plugins.module_utils.report.document import in_order
from tests.unit.checks.healthy_memory import memory_of

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
LINK_LOCAL = "fe80:0000:0000:0000:0e42:a1ff:fe00:0000"


@cache
def _plans(cluster: str) -> dict[str, Any]:
    files = (GOLDEN / cluster / "plan").glob("*.yml")
    return in_order({path.stem: yaml.load(path.read_text(), yaml.CSafeLoader) for path in files})


def plans_of(cluster: str) -> dict[str, Any]:
    """The golden plans of a cluster, free to be changed."""
    return copy.deepcopy(_plans(cluster))


def looks_of(plans: dict[str, Any]) -> dict[str, Any]:
    """A look at every host that has something to look at."""
    return {host: _look(plan) for host, plan in plans.items() if plan["subjects"] or plan["role"] == "management"}


def _look(plan: dict[str, Any]) -> dict[str, Any]:
    subjects = {name: {"have": _have(name, plan), "error": ""} for name in plan["subjects"]}
    return {"reachable": True, "error": "", "subjects": {**subjects, **memory_of(plan)}}


def _have(name: str, plan: dict[str, Any]) -> list[dict[str, Any]]:
    subject = SUBJECTS.get(name) or LOOKS[name]
    planned = rows_by(subject.KEY, plan["subjects"][name]["config"])
    rows = {key: row for key, row in planned.items() if not is_absent(row)}
    special = {
        "speed": _speed,
        "gid": _gid,
        "reach": _reach,
        "saved": _saved,
        "switch_port": _switch_port,
        "buffer": _buffer,
        "dcbx": _dcbx,
        "counters": _counters,
        "fec": lambda row: {"fec": "rs"},
        "headroom": _headroom,
    }
    found = {key: special.get(name, _as_planned)({**subject.BLANK, **row}) for key, row in rows.items()}
    return copy.deepcopy(config_by(subject.KEY, found))


def _as_planned(row: dict[str, Any]) -> dict[str, Any]:
    return row


def _speed(row: dict[str, Any]) -> dict[str, Any]:
    return {"speed": 400000, "autoneg": True}


def _buffer(row: dict[str, Any]) -> dict[str, Any]:
    """A NIC of 262016 bytes, most of them for lossless traffic."""
    return {**row, "size": [10_000, 252_016, 0, 0, 0, 0, 0, 0], "total": 262_016}


def _reach(row: dict[str, Any]) -> dict[str, Any]:
    return {"received": True, "detail": ""}


def _saved(row: dict[str, Any]) -> dict[str, Any]:
    return {"differences": []}


def _switch_port(row: dict[str, Any]) -> dict[str, Any]:
    return {"speed": row["speed"], "mtu": row["mtu"], "oper": "up", "admin": "up", "fec": "rs"}


def _headroom(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "profile": "pg_lossless_profile"}


def _dcbx(row: dict[str, Any]) -> dict[str, Any]:
    return {"control": "host"}


def _counters(row: dict[str, Any]) -> dict[str, Any]:
    """Packets in the lossless class, and nothing else."""
    grown = {"rx_vport_rdma_unicast_packets": 5000, "rx_prio3_packets": 5000}
    return {"seconds": 10.0, "counts": {"rx_prio3_packets": 5000, "rx_prio3_pause": 0}, "grown": grown}


def _gid(row: dict[str, Any]) -> dict[str, Any]:
    """The usual table: the link-local GID in both versions, then the port's own."""
    own = IPv6Address(f"::ffff:{row['address']}").exploded
    gids = [LINK_LOCAL, LINK_LOCAL, own, own]
    table = [
        {"index": index, "gid": gid, "version": ("IB/RoCE v1", "RoCE v2")[index % 2], "netdev": row["port"]}
        for index, gid in enumerate(gids)
    ]
    return {"gids": table, "state": "ACTIVE", "link_layer": "Ethernet", "rate": "400 Gb/sec (4X NDR)"}
