# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of CONFIG_DB as instance data of SONiC's YANG models, for libyang's ``yanglint`` to judge."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.golden.clusters import ROOT

YANG = ROOT.parent / "shared/data/sonic/yang"
KEYS = {  # table -> the leaves its key is made of; where its module has another name, that
    "BUFFER_POOL": ["name"],
    "BUFFER_PROFILE": ["name"],
    "BUFFER_PG": ["port", "pg_num"],
    "BUFFER_QUEUE": ["port", "qindex"],
    "BUFFER_PORT_INGRESS_PROFILE_LIST": ["port"],
    "BUFFER_PORT_EGRESS_PROFILE_LIST": ["port"],
    "LOSSLESS_TRAFFIC_PATTERN": ["name"],
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": ["name"],
    "PORT": ["name"],
    "PORT_QOS_MAP": ["ifname"],
    "QUEUE": ["ifname", "qindex"],
    "SCHEDULER": ["name"],
    "WRED_PROFILE": ["name"],
    "PFC_WD": ["ifname"],
}
MAPS = {  # table -> the two leaves of an entry
    "CABLE_LENGTH": ["port", "length"],
    "DSCP_TO_TC_MAP": ["dscp", "tc"],
    "TC_TO_QUEUE_MAP": ["tc", "qindex"],
    "TC_TO_PRIORITY_GROUP_MAP": ["tc", "pg"],
    "MAP_PFC_PRIORITY_TO_QUEUE": ["pfc_priority", "qindex"],
}
MODULES = {
    "PFC_WD": "sonic-pfcwd",
    "DSCP_TO_TC_MAP": "sonic-dscp-tc-map",
    "TC_TO_QUEUE_MAP": "sonic-tc-queue-map",
    "TC_TO_PRIORITY_GROUP_MAP": "sonic-tc-priority-group-map",
    "MAP_PFC_PRIORITY_TO_QUEUE": "sonic-pfc-priority-queue-map",
}
NUMBERS = {  # leaves that are no strings in JSON of YANG
    *("tc", "speed", "mtu", "weight", "POLL_INTERVAL", "detection_time", "restoration_time"),
    *("dynamic_th", "default_dynamic_th", "over_subscribe_ratio", "small_packet_percentage"),
}


def typed(leaf, value):
    """A text of CONFIG_DB as JSON of YANG (RFC 7951) has it: 64-bit numbers are strings."""
    if leaf == "profile_list":
        return value.split(",")
    if leaf.startswith("wred_") and leaf.endswith("_enable"):
        return value == "true"
    return int(value) if leaf in NUMBERS else value


def listed(row):
    """A row as YANG has it: name of the list, entry."""
    table, keys = row["table"], row["key"].split("|")
    if table in MAPS:
        pairs = [zip(MAPS[table], pair) for pair in row["fields"].items()]
        entries = [{leaf: typed(leaf, value) for leaf, value in pair} for pair in pairs]
        return f"{table}_LIST", {"name": row["key"], table: entries}
    if table == "INTERFACE":
        name = "INTERFACE_IPPREFIX_LIST" if len(keys) == 2 else "INTERFACE_LIST"
        return name, dict(zip(["name", "ip-prefix"], keys))
    fields = {leaf: typed(leaf, value) for leaf, value in row["fields"].items()}
    lanes = {"lanes": "0"} if table == "PORT" else {}  # the switch has them, a plan does not touch them
    return f"{table}_LIST", {**dict(zip(KEYS[table], keys)), **fields, **lanes}


def tree(rows, model):
    """All rows that shall be there, on a switch of that buffer model."""
    localhost = {"localhost": {"buffer_model": model}}
    found = {"sonic-device_metadata:sonic-device_metadata": {"DEVICE_METADATA": localhost}}
    for row in [row for row in rows if "absent" not in row]:
        module = MODULES.get(row["table"], "sonic-" + row["table"].lower().replace("_", "-"))
        name, entry = listed(row)
        table = found.setdefault(f"{module}:{module}", {}).setdefault(row["table"], {})
        table.setdefault(name, []).append(entry)
    return found


def judged(rows, model, folder):
    """What yanglint says against the rows; empty where they are valid."""
    if not shutil.which("yanglint"):
        pytest.skip("skipped: no yanglint, it is in Debian's libyang2-tools")
    if not YANG.is_dir():
        pytest.skip("skipped: no data in ../shared/data/sonic/yang")
    made = tree(rows, model)
    (folder / "rows.json").write_text(json.dumps(made))
    modules = [f"{YANG}/{name.partition(':')[0]}.yang" for name in made]
    command = ["yanglint", "-i", "-p", str(YANG), "-f", "json", "-t", "config", *modules, f"{folder}/rows.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""
