# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory that is as planned: what host_state would say of it, derived from a host's plan."""

from __future__ import annotations

import copy
from typing import Any

from plugins.module_utils.devices.memory_node import weights

LINK = {
    "current_link_speed": "32.0 GT/s PCIe",
    "current_link_width": "16",
    "max_link_speed": "32.0 GT/s PCIe",
    "max_link_width": "16",
}
DEVICE = {"memdev": "mem0", "pci": "0000:0d:00.0", "ready": True, "node": 0, "alarms": [], "life": 3, "poison": 0}


def memory_of(plan: dict[str, Any]) -> dict[str, Any]:
    """The looks at the subjects of memory that the plan has."""
    subjects = plan["subjects"]
    if "cxl_region" not in subjects:
        return {}
    wish, use = subjects["cxl_region"]["config"][0], subjects["cxl_memory"]["config"][0]
    members = [f"0xc0ffee0{number}" for number in range(4 if wish["first"] == "bandwidth" else 1)]
    region = {"name": "memory", "members": members, "size": wish["size"], "ways": len(members), "granularity": 256}
    ram = use["use"] == "system_ram"
    kind = {"zone": use["zone"], "online": wish["size"]} if ram else {"online": 0}
    memory = {**region, "use": use["use"], **kind, "node": 1}
    return {
        "cxl_region": _resolved([region]),
        "cxl_memory": _resolved([memory], without="node"),
        "memory_node": _nodes(subjects["memory_node"]["config"], ram),
        "cxl_health": {"have": [_device(member) for member in members], "error": ""},
    }


def _device(member: str) -> dict[str, Any]:
    return {"device": member, **copy.deepcopy(DEVICE), "link": dict(LINK)}


def _nodes(wished: list[dict[str, Any]], ram: bool) -> dict[str, Any]:
    shares = weights({row["node"]: row.get("bandwidth", 100) for row in wished}) if wished else {"near": 1, "far": 1}
    near = {"node": "0", "near": True, "size": 1 << 30, "tier": "4", "weight": shares["near"]}
    far = {"node": "1", "near": False, "size": 1 << 30, "tier": "22", "weight": shares["far"]}
    have = [near, far] if ram else [near]
    want = [{"node": row["node"], "weight": row["weight"]} for row in have] if wished else []
    return {"have": have, "want": want, "refused": "", "error": ""}


def _resolved(rows: list[dict[str, Any]], without: str = "") -> dict[str, Any]:
    want = [{field: value for field, value in row.items() if field != without} for row in rows]
    return {"have": copy.deepcopy(rows), "want": want, "refused": "", "error": ""}
