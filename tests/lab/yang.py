# SPDX-License-Identifier: GPL-3.0-or-later
"""CONFIG_DB as instance data of SONiC's YANG models, so that libyang's own yanglint can judge it."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .sonic import ROOT, Database, standin

MODELS = ROOT.parent / "shared/data/sonic/yang"
NUMBERS = 2**32  # YANG's 64-bit numbers are strings in JSON (RFC 7951), the smaller ones are numbers


@dataclass(frozen=True)
class Table:
    """Where a table lies in its module: the names of the key's parts, or of an inner list's key and value."""

    module: str
    keys: tuple[tuple[str, ...], ...]
    entry: tuple[str, str] = ("", "")


TABLES = {
    "PORT": Table("sonic-port", (("name",),)),
    "INTERFACE": Table("sonic-interface", (("name",), ("name", "ip-prefix"))),
    "DSCP_TO_TC_MAP": Table("sonic-dscp-tc-map", (("name",),), ("dscp", "tc")),
    "TC_TO_QUEUE_MAP": Table("sonic-tc-queue-map", (("name",),), ("tc", "qindex")),
    "TC_TO_PRIORITY_GROUP_MAP": Table("sonic-tc-priority-group-map", (("name",),), ("tc", "pg")),
    "MAP_PFC_PRIORITY_TO_QUEUE": Table("sonic-pfc-priority-queue-map", (("name",),), ("pfc_priority", "qindex")),
    "PORT_QOS_MAP": Table("sonic-port-qos-map", (("ifname",),)),
    "SCHEDULER": Table("sonic-scheduler", (("name",),)),
    "WRED_PROFILE": Table("sonic-wred-profile", (("name",),)),
    "QUEUE": Table("sonic-queue", (("ifname", "qindex"),)),
    "PFC_WD": Table("sonic-pfcwd", (("ifname",),)),
    "CABLE_LENGTH": Table("sonic-cable-length", (("name",),), ("port", "length")),
    "BUFFER_POOL": Table("sonic-buffer-pool", (("name",),)),
    "BUFFER_PROFILE": Table("sonic-buffer-profile", (("name",),)),
    "BUFFER_PG": Table("sonic-buffer-pg", (("port", "pg_num"),)),
    "BUFFER_QUEUE": Table("sonic-buffer-queue", (("port", "qindex"),)),
    "BUFFER_PORT_INGRESS_PROFILE_LIST": Table("sonic-buffer-port-ingress-profile-list", (("port",),)),
    "BUFFER_PORT_EGRESS_PROFILE_LIST": Table("sonic-buffer-port-egress-profile-list", (("port",),)),
    "LOSSLESS_TRAFFIC_PATTERN": Table("sonic-lossless-traffic-pattern", (("name",),)),
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": Table("sonic-default-lossless-buffer-parameter", (("name",),)),
}
LISTS = ("{}_LIST", "{}_IPPREFIX_LIST")


def verdict(database: Database, place: Path) -> str:
    """What yanglint says against a configuration; empty where it is valid."""
    file = place / "data.json"
    file.write_text(json.dumps(document(database)))
    # Without a model of its own here (STATIC_ROUTE) a table is not judged.
    models = [str(MODELS / f"{table.module}.yang") for table in TABLES.values()]
    metadata = str(MODELS / "sonic-device_metadata.yang")
    done = subprocess.run(
        ["yanglint", "-p", str(MODELS), "-t", "config", metadata, *models, str(file)],
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else done.stderr


def document(database: Database) -> dict[str, Any]:
    """The instance data."""
    localhost = database["DEVICE_METADATA"]["localhost"]
    made: dict[str, Any] = {
        "sonic-device_metadata:sonic-device_metadata": {
            "DEVICE_METADATA": {"localhost": {k: _number(k, v) for k, v in localhost.items()}}
        }
    }
    for name, table in TABLES.items():
        if name in database:
            made[f"{table.module}:{table.module}"] = {name: _table(name, table, database[name])}
    return made


def _table(name: str, table: Table, rows: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    lists: dict[str, list[dict[str, Any]]] = {}
    for key, fields in rows.items():
        parts = key.split("|")
        index = [len(names) for names in table.keys].index(len(parts))
        row = {**dict(zip(table.keys[index], parts)), **_fields(name, table, index, fields)}
        lists.setdefault(LISTS[index].format(name), []).append(row)
    return lists


def _fields(name: str, table: Table, index: int, fields: dict[str, str]) -> dict[str, Any]:
    if table.entry[0]:
        key, value = standin("schema").TABLES[name][0].entry
        return {
            name: [
                {table.entry[0]: _encoded(key, left), table.entry[1]: _encoded(value, right)}
                for left, right in fields.items()
            ]
        }
    kinds = standin("schema").TABLES[name][index].fields
    # Probabilities are 64 bits wide in SONiC's model, and so a string here.
    return {
        field: value if field.endswith("_probability") else _encoded(kinds.get(field), value)
        for field, value in fields.items()
    }


def _encoded(kind: Any, value: str) -> Any:
    """A value as RFC 7951 writes its type."""
    kinds = standin("kinds")
    if isinstance(kind, kinds.Several):
        return [_encoded(kind.kind, part) for part in value.split(",")]
    if isinstance(kind, kinds.Range) and kind.high < NUMBERS and re.fullmatch(r"-?\d+", value):
        return int(value)
    if kind == standin("schema").SWITCH and value in ("true", "false"):
        return value == "true"
    return value


def _number(field: str, value: str) -> Any:
    return int(value) if field in ("bgp_asn", "deployment_id") else value
