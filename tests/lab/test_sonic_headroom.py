# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand-in's buffer manager computes headroom by itself, as the switch's own code does, and shows it in APPL_DB."""

from __future__ import annotations

import ast
import csv
import json
from pathlib import Path
from typing import Any

import pytest

from plugins.module_utils.checks.judge import judge
from plugins.module_utils.devices import config_db, headroom
from plugins.module_utils.findings import Finding
from plugins.module_utils.plan.headroom import spectrum
from plugins.module_utils.reconcile import Row, config_by
from plugins.module_utils.subject import Seen

from .sonic import LEAF_PORTS, ROOT, ROOTFS, Switch, operations, planned, standin

DATA = ROOT.parent / "shared/data/sonic/dynamic_headroom.csv"
NAMES = {
    "spectrum": "generation",
    "speed_mbps": "speed",
    "cable_m": "cable",
    "port_mtu": "mtu",
    "lanes": "lanes",
    "small_packet_percentage": "small",
    "lossless_mtu": "lossless_mtu",
    "over_subscribe_ratio": "ratio",
}


@pytest.fixture
def switch(tmp_path: Path) -> Switch:
    return Switch(tmp_path)


def seen(switch: Switch) -> dict[str, Row]:
    """The headroom as our device file reads it off the switch's commands."""
    reads = headroom.reads({}, {})
    looks = {name: Seen(text=switch.run(read.command[0], *read.command[1:]).stdout) for name, read in reads.items()}
    return headroom.parse(looks, {})


def given(switch: Switch, buffer_model: str = "dynamic") -> list[dict[str, Any]]:
    """What the plan wants, after the switch was given it."""
    subjects = planned("leaf-1", buffer_model)
    patch = operations(switch.running, subjects["config_db"]["config"])
    answer = switch.patch(*patch)
    assert answer.rc == 0, answer.stderr
    rows: list[dict[str, Any]] = subjects["headroom"]["config"]
    return rows


def told(switch: Switch) -> list[Finding]:
    """The findings of the leaf's headroom and configuration."""
    subjects = planned("leaf-1")
    plan = {"role": "leaf", "subjects": {name: subjects[name] for name in ("headroom", "config_db")}}
    rows = config_by(config_db.KEY, config_db.rows_of(switch.running))
    have = {"headroom": config_by(headroom.KEY, seen(switch)), "config_db": rows}
    look = {"reachable": True, "error": "", "subjects": {name: {"have": have[name], "error": ""} for name in have}}
    return [one for one in judge({"leaf-1": plan}, {"leaf-1": look}) if one.status == "failed"]


def test_every_case_of_the_switchs_own_code_comes_out_equal() -> None:
    if not DATA.exists():
        pytest.skip("skipped: no data ../shared/data/sonic/dynamic_headroom.csv")
    module = standin("headroom")
    with DATA.open() as file:
        cases = [*csv.DictReader(file)]
    assert len(cases) == 208
    for case in cases:
        made = module.headroom(module.Inputs(**{own: int(case[name] or 0) for name, own in NAMES.items()}))
        assert made == {name: case[name] for name in ("xon", "xoff", "size")}, case


@pytest.mark.parametrize("generation", range(1, 7))
def test_it_agrees_with_the_plan_where_no_case_was_published(generation: int) -> None:
    """Two programs from one formula: whole KiB leave no room for another rounding."""
    module = standin("headroom")
    for speed in module.QUANTA:
        for cable in (1, 7, 33, 150, 777):
            for lanes in (1, 8):
                case = {
                    "spectrum": generation,
                    "speed_mbps": speed,
                    "cable_m": cable,
                    "port_mtu": 9000,
                    "lanes": lanes,
                    "small_packet_percentage": 50,
                    "lossless_mtu": 1024,
                    "over_subscribe_ratio": 0,
                }
                made = module.headroom(module.Inputs(**{NAMES[name]: value for name, value in case.items()}))
                assert tuple(map(int, made.values())) == spectrum(**case), case


def test_the_stand_in_knows_nothing_of_the_plan() -> None:
    for path in (ROOTFS / "usr/local/lib/lab/sonic").glob("*.py"):
        tree = ast.parse(path.read_text())
        names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in names if "module_utils" in name or "plugins" in name], path.name


def test_a_factory_switch_has_headroom_for_its_stock_cable(switch: Switch) -> None:
    rows = seen(switch)
    assert {*rows} == {f"{port} {group}" for port in LEAF_PORTS for group in (0, 3, 4)}
    assert rows["Ethernet0 3"]["profile"] == "pg_lossless_400000_40m_profile"
    assert (rows["Ethernet0 3"]["xoff"], rows["Ethernet0 3"]["size"]) == (119_808, 139_264), "roce.md C2, an oracle"


@pytest.mark.parametrize("buffer_model", ["dynamic", "traditional"])
def test_what_the_plan_wants_is_in_force_once_the_switch_has_its_rows(buffer_model: str, tmp_path: Path) -> None:
    switch = Switch(tmp_path)
    if buffer_model == "traditional":
        as_traditional(switch)
    wanted = given(switch, buffer_model)
    rows = seen(switch)
    assert len(wanted) == len(LEAF_PORTS)
    for row in wanted:
        there = rows[f"{row['port']} {row['priority']}"]
        assert (there["xoff"], there["size"]) == (row["xoff"], row["size"])


def as_traditional(switch: Switch) -> None:
    """The same switch after its buffer model was changed and loaded, with pools that have sizes."""
    saved = switch.saved
    saved["DEVICE_METADATA"]["localhost"]["buffer_model"] = "traditional"
    for name in ("ingress_lossless_pool", "egress_lossy_pool"):
        saved["BUFFER_POOL"][name]["size"] = "1"
    saved["BUFFER_PG"] = {key: row for key, row in saved["BUFFER_PG"].items() if row["profile"] != "NULL"}
    (switch.root / "etc/sonic/config_db.json").write_text(json.dumps(saved))
    assert switch.run("config", "reload", "-y").rc == 0


def test_a_healthy_switch_has_no_finding(switch: Switch) -> None:
    given(switch)
    assert told(switch) == []


def test_a_shorter_cable_is_told_once_though_the_headroom_falls(switch: Switch) -> None:
    given(switch)
    before = seen(switch)["Ethernet0 3"]["xoff"]
    assert switch.patch({"op": "replace", "path": "/CABLE_LENGTH/AZURE/Ethernet0", "value": "1m"}).rc == 0
    assert seen(switch)["Ethernet0 3"]["xoff"] < before
    assert [(one.check, one.where) for one in told(switch)] == [("config_db", "CABLE_LENGTH|AZURE Ethernet0")]


def test_headroom_that_is_lost_while_the_configuration_stays_is_told_with_its_port(switch: Switch) -> None:
    """SONiC issue 480: the group of one port is gone from APPL_DB."""
    given(switch)
    path = switch.root / "run/lab/sonic/appl_db.json"
    tables = json.loads(path.read_text())
    del tables["BUFFER_PG_TABLE:Ethernet4:3"]
    path.write_text(json.dumps(tables))
    [one] = told(switch)
    assert (one.check, one.host, one.where, one.found) == (
        "headroom",
        "leaf-1",
        "Ethernet4 priority 3",
        "no lossless group",
    )


def test_a_port_that_is_down_has_no_group(switch: Switch) -> None:
    assert switch.patch({"op": "replace", "path": "/PORT/Ethernet8/admin_status", "value": "down"}).rc == 0
    assert "Ethernet8 3" not in seen(switch)


def test_a_database_that_is_not_there_is_refused(switch: Switch) -> None:
    answer = switch.run("sonic-db-dump", "-n", "NO_DB", "-y")
    assert answer.rc == 2 and "NO_DB" in answer.stderr
