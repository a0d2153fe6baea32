# SPDX-License-Identifier: GPL-3.0-or-later
"""Which fields the nodes contract has, and what each may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import contract_values as values
from .contract import HOST_ROLES, SWITCH_ROLES
from .contract_values import Check
from .spec.problem import shown

NODE: dict[str, Check] = {
    "role": values.role,
    "os": values.or_null(values.switch_os),
    "address": values.host_address,
    "user": values.text,
    "rack": values.or_null(values.text),
    "profile": values.or_null(values.text),
    "group": values.text,
    "management_port": values.or_null(values.text),
    "host_keys": values.host_keys,
    "bmc": values.or_null(values.text),
    "tags": values.tags,
    "nics": values.sequence,
}
NIC: dict[str, Check] = {
    "port": values.text,
    "rail": values.or_null(values.rail),
    "hca": values.or_null(values.text),
    "address": values.or_null(values.port_address),
    "speed": values.speed,
    "peer": values.mapping,
}
PEER: dict[str, Check] = {"node": values.name, "port": values.text, "address": values.or_null(values.port_address)}


def wrong_fields(entry: Any, fields: Mapping[str, Check], where: str) -> list[str]:
    """Everything that is wrong with one entry, each with its place: unknown, missing and ill-typed fields."""
    if not isinstance(entry, dict):
        return [f"{where}: {shown(entry)} is not a mapping; wanted {', '.join(fields)}"]
    found = [
        f"{where}.{field}: {told}"
        for field, check in fields.items()
        if field in entry and (told := check(entry[field]))
    ]
    if entry.keys() == fields.keys():
        return found
    unknown = [
        f"{where}.{field}: unknown field; {values.meant(field, fields)}" for field in entry if field not in fields
    ]
    missing = [f"{where}.{field}: missing; write null where there is none" for field in fields if field not in entry]
    return found + unknown + missing


def wrong_for_role(entry: Any, where: str) -> list[str]:
    """What fits a host but not a switch, or a switch but not a host."""
    role = entry.get("role") if isinstance(entry, dict) else None
    if role in HOST_ROLES and entry.get("os") is not None:
        return [f"{where}.os: {shown(entry['os'])} on a host; only a leaf or spine has one, write null"]
    if role not in SWITCH_ROLES:
        return []
    none = [f"{where}.os: null on a switch; name its operating system"] if entry.get("os", "") is None else []
    profile = entry.get("profile")
    return none + (
        [f"{where}.profile: {shown(profile)} on a switch; only a host has one, write null"] if profile else []
    )
