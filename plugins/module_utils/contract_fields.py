# SPDX-License-Identifier: GPL-3.0-or-later
"""Which fields the nodes contract has, and what each may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import contract_values as values
from .contract_values import Check
from .spec.problem import shown

NODE: dict[str, Check] = {
    "role": values.role,
    "os": values.or_null(values.text),
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
