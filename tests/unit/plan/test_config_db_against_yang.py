# SPDX-License-Identifier: GPL-3.0-or-later
"""What a switch is given, judged by SONiC's own YANG models with libyang's ``yanglint``."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.golden.clusters import ROCE, ROOT, plans_of

YANG = ROOT.parent / "shared/data/sonic/yang"
SIMPLE = {  # table -> module and the leaves its key is made of
    "PORT": ("sonic-port", ["name"]),
    "PORT_QOS_MAP": ("sonic-port-qos-map", ["ifname"]),
    "QUEUE": ("sonic-queue", ["ifname", "qindex"]),
    "SCHEDULER": ("sonic-scheduler", ["name"]),
    "WRED_PROFILE": ("sonic-wred-profile", ["name"]),
    "PFC_WD": ("sonic-pfcwd", ["ifname"]),
}
MAPS = {  # table -> module and the two leaves of an entry
    "CABLE_LENGTH": ("sonic-cable-length", ["port", "length"]),
    "DSCP_TO_TC_MAP": ("sonic-dscp-tc-map", ["dscp", "tc"]),
    "TC_TO_QUEUE_MAP": ("sonic-tc-queue-map", ["tc", "qindex"]),
    "TC_TO_PRIORITY_GROUP_MAP": ("sonic-tc-priority-group-map", ["tc", "pg"]),
    "MAP_PFC_PRIORITY_TO_QUEUE": ("sonic-pfc-priority-queue-map", ["pfc_priority", "qindex"]),
}
NUMBERS = {"tc", "speed", "mtu", "weight", "POLL_INTERVAL", "detection_time", "restoration_time"}


def typed(leaf, value):
    """A text of CONFIG_DB as JSON of YANG (RFC 7951) has it."""
    if leaf.startswith("wred_") and leaf.endswith("_enable"):
        return value == "true"
    return int(value) if leaf in NUMBERS else value


def listed(row):
    """A row as YANG has it: module, name of the list, entry."""
    table, keys = row["table"], row["key"].split("|")
    if table in MAPS:
        module, leaves = MAPS[table]
        entries = [{leaf: typed(leaf, value) for leaf, value in zip(leaves, pair)} for pair in row["fields"].items()]
        return module, f"{table}_LIST", {"name": row["key"], table: entries}
    if table == "INTERFACE":
        name = "INTERFACE_IPPREFIX_LIST" if len(keys) == 2 else "INTERFACE_LIST"
        return "sonic-interface", name, dict(zip(["name", "ip-prefix"], keys))
    module, leaves = SIMPLE[table]
    fields = {leaf: typed(leaf, value) for leaf, value in row["fields"].items()}
    lanes = {"lanes": "0"} if table == "PORT" else {}  # the switch has them, a plan does not touch them
    return module, f"{table}_LIST", {**dict(zip(leaves, keys)), **fields, **lanes}


def tree(rows):
    found = {}
    for row in rows:
        module, name, entry = listed(row)
        table = found.setdefault(f"{module}:{module}", {}).setdefault(row["table"], {})
        table.setdefault(name, []).append(entry)
    return found


def judged(rows, folder):
    """What yanglint says against the rows; empty where they are valid."""
    if not shutil.which("yanglint"):
        pytest.skip("skipped: no yanglint, it is in Debian's libyang2-tools")
    if not YANG.is_dir():
        pytest.skip("skipped: no data in ../shared/data/sonic/yang")
    (folder / "rows.json").write_text(json.dumps(tree(rows)))
    modules = {f"{YANG}/{module}.yang" for module, _ in [*SIMPLE.values(), *MAPS.values(), ("sonic-interface", [])]}
    command = ["yanglint", "-i", "-p", str(YANG), "-f", "json", "-t", "config", *sorted(modules), f"{folder}/rows.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def switch_rows(cluster, host):
    rows = plans_of(cluster)[host].subjects["config_db"]["config"]
    return [row for row in rows if row["table"] != "STATIC_ROUTE"]  # its model is not among the data


@pytest.mark.parametrize("cluster", ROCE)
@pytest.mark.parametrize("host", ["leaf-1", "spine-1"])
def test_what_a_switch_is_given_is_valid(cluster, host, tmp_path):
    assert judged(switch_rows(cluster, host), tmp_path) == ""


@pytest.mark.parametrize(
    ("table", "key", "fields"),
    [
        ("PFC_WD", "Ethernet0", {"detection_time": "99"}),
        ("QUEUE", "Ethernet0|3", {"scheduler": "nobody"}),
        ("WRED_PROFILE", "disagg-lossless", {"green_max_threshold": "1"}),
        ("PORT", "Ethernet0", {"mtu": "9217"}),
        ("PORT_QOS_MAP", "Ethernet0", {"pfc_enable": "8"}),
    ],
)
def test_the_models_do_refuse_what_is_wrong(table, key, fields, tmp_path):
    rows = [
        {**row, "fields": {**row["fields"], **fields}} if (row["table"], row["key"]) == (table, key) else row
        for row in switch_rows("lab", "leaf-1")
    ]
    assert rows != switch_rows("lab", "leaf-1")
    [leaf] = fields
    assert leaf in judged(rows, tmp_path)


@pytest.mark.parametrize("cluster", ROCE)
def test_a_static_route_has_a_port_for_each_next_hop(cluster):
    """sonic-static-route.yang: key vrf|prefix; next hops and ports are lists with commas, of one length."""
    routes = [
        row
        for plan in plans_of(cluster).values()
        for row in plan.subjects.get("config_db", {}).get("config", [])
        if row["table"] == "STATIC_ROUTE"
    ]
    assert routes
    for row in routes:
        assert row["key"].startswith("default|")
        assert len(row["fields"]["nexthop"].split(",")) == len(row["fields"]["ifname"].split(","))
