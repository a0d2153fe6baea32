# SPDX-License-Identifier: GPL-3.0-or-later
"""The SONiC stand-in answers as SONiC does. Each test names the source in sonic-net/sonic-utilities it was held to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plugins.module_utils.devices import switch_port
from plugins.module_utils.subject import Seen

from .sonic import Switch, operations, planned, standin

MTU = "/PORT/Ethernet0/mtu"


@pytest.fixture
def switch(tmp_path: Path) -> Switch:
    return Switch(tmp_path)


def test_a_good_patch_is_taken_and_only_the_running_configuration_changes(switch: Switch) -> None:
    """config/main.py: apply_patch prints its last line and exits with 0."""
    answer = switch.patch({"op": "replace", "path": MTU, "value": "9000"})
    assert (answer.rc, answer.stdout.splitlines()[-1]) == (0, "Patch applied successfully.")
    assert answer.stdout.startswith("Patch Applier: localhost: Patch application starting.\n")
    assert switch.running["PORT"]["Ethernet0"]["mtu"] == "9000"
    assert switch.saved["PORT"]["Ethernet0"]["mtu"] == "9100"


def test_a_dry_run_changes_nothing(switch: Switch) -> None:
    """config/main.py: print_dry_run_message; gu_common.py: DryRunConfigWrapper."""
    before = switch.running
    answer = switch.patch({"op": "replace", "path": MTU, "value": "9000"}, dry=True)
    assert answer.rc == 0 and answer.stdout.startswith("** DRY RUN EXECUTION **\n")
    assert "** DryRun: Would apply" in answer.stdout and switch.running == before


REFUSED = {
    "a path that is not there (validate_patch)": (
        {"op": "replace", "path": "/PORT/Ethernet99/mtu", "value": "9000"},
        "Validate json patch: ",
    ),
    "a field that the model has not (sonic_yang_ext)": (
        {"op": "add", "path": "/PORT/Ethernet0/mtuu", "value": "9000"},
        "All Keys are not parsed in PORT\nexceptionList:[\"'mtuu'\"]",
    ),
    "a value out of range (libyang)": (
        {"op": "replace", "path": MTU, "value": "9999"},
        'Value "9999" does not satisfy the constraint "68..9216" (range, length, or pattern).',
    ),
    "a name that leads nowhere (libyang, LYE_NOLEAFREF)": (
        {"op": "replace", "path": "/PORT_QOS_MAP/Ethernet0/dscp_to_tc_map", "value": "NONE"},
        'of value "NONE" points to a non-existing leaf.',
    ),
    "a table without a model (patch_sorter.py)": (
        {"op": "add", "path": "/PORTT", "value": {"Ethernet0": {}}},
        "Given patch is not valid because it has changes to tables without YANG models",
    ),
    "a table left empty (generic_updater.py)": (
        {"op": "replace", "path": "/QUEUE", "value": {}},
        "given patch is not valid because it will result in empty tables",
    ),
    "an address without its port's own row (sonic-interface.yang)": (
        {"op": "add", "path": "/INTERFACE", "value": {"Ethernet0|10.64.0.0/31": {}}},
        "Must condition not satisfied, Try adding PORT: {}, Example: 'Ethernet0': {}",
    ),
    "a new buffer pool (gcu_field_operation_validators.conf.json)": (
        {"op": "add", "path": "/BUFFER_POOL", "value": {"mine": {"type": "ingress", "mode": "dynamic"}}},
        "Modification of BUFFER_POOL table is illegal- validating function",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_patch_is_refused_whole_with_2(switch: Switch, case: str) -> None:
    """config/main.py: click's ctx.fail, which exits with 2 after a line of its own, the usage and the error."""
    operation, words = REFUSED[case]
    before = switch.running
    answer = switch.patch({"op": "replace", "path": "/PORT/Ethernet4/mtu", "value": "9000"}, operation)
    assert answer.rc == 2 and answer.stderr.startswith("Failed to apply patch due to: ")
    assert "\nUsage: config apply-patch [OPTIONS] PATCH_FILE_PATH\nTry " in answer.stderr
    assert words in answer.stderr.split("\nError: ")[1]
    assert switch.running == before


def test_a_value_that_is_not_a_string_is_found_not_updated(switch: Switch) -> None:
    """generic_updater.py: what redis gives back is compared with the target."""
    answer = switch.patch({"op": "replace", "path": MTU, "value": 9000})
    assert answer.rc == 2 and "there are still some parts not updated" in answer.stderr


def test_a_file_that_is_not_there_is_an_error(switch: Switch) -> None:
    answer = switch.run("config", "apply-patch", "/nowhere.json")
    assert answer.rc == 2 and "[Errno 2] No such file or directory: '/nowhere.json'" in answer.stderr


def test_a_rollback_brings_back_the_checkpoint(switch: Switch) -> None:
    """config/main.py: checkpoint, rollback; generic_updater.py: /etc/sonic/checkpoints, .cp.json."""
    before = switch.running
    assert switch.run("config", "checkpoint", "one").stdout.endswith("Checkpoint created successfully.\n")
    switch.patch({"op": "replace", "path": MTU, "value": "9000"}, {"op": "remove", "path": "/QUEUE/Ethernet0|0"})
    answer = switch.run("config", "rollback", "one")
    assert (answer.rc, answer.stdout.splitlines()[-1]) == (0, "Config rolled back successfully.")
    assert switch.running == before


def test_checkpoints_are_listed_as_json_and_deleted_by_name(switch: Switch) -> None:
    """config/main.py: list_checkpoints prints json.dumps(names, indent=4)."""
    assert switch.run("config", "list-checkpoints").stdout == "[]\n"
    switch.run("config", "checkpoint", "check.point1")
    assert switch.run("config", "list-checkpoints").stdout == '[\n    "check.point1"\n]\n'
    assert [*json.loads(switch.run("config", "list-checkpoints", "--time").stdout)[0]] == ["name", "time"]
    assert switch.run("config", "delete-checkpoint", "check.point1").stdout == "Checkpoint deleted successfully.\n"
    assert switch.run("config", "list-checkpoints").stdout == "[]\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [("rollback", "Failed to rollback config"), ("delete-checkpoint", "Failed to delete config checkpoint")],
)
def test_a_checkpoint_that_is_not_there_is_an_error(switch: Switch, command: str, words: str) -> None:
    """tests/generic_config_updater/generic_updater_test.py: rollback and delete raise ValueError."""
    answer = switch.run("config", command, "one")
    assert answer.rc == 2 and answer.stderr.startswith(words)
    assert answer.stderr.endswith("Error: Checkpoint 'one' does not exist\n")


@pytest.mark.parametrize("command", ["apply-patch", "rollback", "checkpoint", "delete-checkpoint"])
def test_a_missing_argument_is_told_as_click_7_does(switch: Switch, command: str) -> None:
    """tests/config_test.py: Error: Missing argument "CHECKPOINT_NAME"."""
    answer = switch.run("config", command)
    name = "PATCH_FILE_PATH" if command == "apply-patch" else "CHECKPOINT_NAME"
    assert answer.rc == 2 and answer.stderr.endswith(f'Error: Missing argument "{name}".\n')
    assert switch.run("config", command, "--frob", "x").rc == 2


def test_save_asks_unless_told_yes(switch: Switch) -> None:
    """config/main.py: save with prompt and _abort_if_false; without a filename it writes /etc/sonic/config_db.json."""
    switch.patch({"op": "replace", "path": MTU, "value": "9000"})
    asked = switch.run("config", "save", stdin="n\n")
    assert (asked.rc, asked.stderr) == (1, "Aborted!\n")
    assert asked.stdout == "Existing files will be overwritten, continue? [y/N]: "
    answer = switch.run("config", "save", "-y")
    assert answer.rc == 0 and answer.stdout.startswith(
        "Running command: /usr/local/bin/sonic-cfggen -d --print-data > "
    )
    assert switch.saved == switch.running


def test_what_is_not_saved_is_lost_at_a_reload(switch: Switch) -> None:
    before = switch.running
    switch.patch({"op": "replace", "path": MTU, "value": "9000"})
    assert switch.run("config", "reload", "-y").rc == 0
    assert switch.running == before


def test_frrs_text_stands_beside_the_tables_in_show_but_not_in_cfggen(switch: Switch) -> None:
    """config/main.py: validate_patch and gu_common.py drop "bgpraw" from what show printed."""
    shown = json.loads(switch.run("show", "runningconfiguration", "all").stdout)
    assert isinstance(shown.pop("bgpraw"), str)
    assert json.loads(switch.run("sonic-cfggen", "-d", "--print-data").stdout) == shown


# tests/intfutil_test.py: show_interface_status_Ethernet32_output, with the columns that CONFIG_DB decides.
TABLE = """\
  Interface        Lanes    Speed    MTU    FEC    Alias             Vlan    Oper    Admin    Type    Asym PFC
-----------  -----------  -------  -----  -----  -------  ---------------  ------  -------  ------  ----------
 Ethernet32  13,14,15,16      40G   9100     rs     etp9  PortChannel1001      up       up     N/A         off"""


def test_a_table_looks_as_tabulate_makes_it() -> None:
    row = ("Ethernet32", "13,14,15,16", "40G", "9100", "rs", "etp9", "PortChannel1001", "up", "up", "N/A", "off")
    display = standin("display")
    assert display.table([display.HEADER, row]) == TABLE


@pytest.mark.parametrize(
    ("speed", "spoken"), [(400000, "400G"), (100, "100M"), (2500, "2.5G"), (25000, "25G"), (1600000, "1600G")]
)
def test_speeds_are_spoken_as_intfutil_does(speed: int, spoken: str) -> None:
    """scripts/intfutil: port_speed_parse."""
    assert standin("display").spoken(speed) == spoken
    assert switch_port.megabits(spoken) == speed


def test_a_port_shows_what_its_cable_came_up_with(switch: Switch) -> None:
    """scripts/intfutil: port_oper_speed_get takes the link's speed while the port is up."""
    links = switch.root / "run/lab/ethtool"
    links.mkdir(parents=True)
    (links / "Ethernet0.json").write_text('{"speed": 40000}')
    (switch.root / "sys/class/net/Ethernet4/carrier").write_text("0\n")
    switch.patch({"op": "replace", "path": "/PORT/Ethernet8/admin_status", "value": "down"})
    tables = {"status": ("status",), "fec": ("fec", "status")}
    seen = {label: Seen(switch.run("show", "interfaces", *words).stdout) for label, words in tables.items()}
    shown = switch_port.parse(seen, {})
    assert shown["Ethernet0"] == {"speed": 40000, "mtu": 9100, "oper": "up", "admin": "up", "fec": "rs"}
    assert shown["Ethernet4"] == {"speed": 400000, "mtu": 9100, "oper": "down", "admin": "up"}
    assert shown["Ethernet8"] == {"speed": 400000, "mtu": 9100, "oper": "down", "admin": "down"}
    assert [*shown] == ["Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12", "Ethernet16", "Ethernet20"]


def test_a_switch_comes_with_dscp_26_in_a_class_that_drops(switch: Switch) -> None:
    """sonic-buildimage, files/build_templates/qos_config.j2."""
    assert switch.running["DSCP_TO_TC_MAP"]["AZURE"]["26"] == "1"


@pytest.mark.parametrize("name", ["leaf-1", "leaf-2", "spine-1"])
def test_the_plan_of_a_lab_switch_is_taken_and_then_there_is_nothing_to_do(switch: Switch, name: str) -> None:
    rows = planned(name)["config_db"]["config"]
    assert switch.patch(*operations(switch.running, rows)).rc == 0
    assert operations(switch.running, rows) == []


def test_a_switch_of_the_traditional_model_takes_its_plan(switch: Switch) -> None:
    """buffers_defaults_t1.j2 of device/mellanox: pools have sizes there; GCU lets a patch replace two of them."""
    saved = switch.saved
    saved["DEVICE_METADATA"]["localhost"]["buffer_model"] = "traditional"
    for pool in ("ingress_lossless_pool", "egress_lossy_pool"):
        saved["BUFFER_POOL"][pool]["size"] = "133643264"
    (switch.root / "etc/sonic/config_db.json").write_text(json.dumps(saved))
    assert switch.run("config", "reload", "-y").rc == 0
    rows = planned("leaf-1", "traditional")["config_db"]["config"]
    assert switch.patch(*operations(switch.running, rows)).rc == 0
    assert operations(switch.running, rows) == []
    assert "Ethernet0|3-4" not in switch.running["BUFFER_PG"]
    assert switch.running["BUFFER_PROFILE"]["pg_lossless_400000_5m_profile"]["xoff"] == "98304"


def test_headroom_that_is_shared_is_not_for_a_patch_where_the_switch_shares_none(switch: Switch) -> None:
    """gcu_field_operation_validators.conf.json: of BUFFER_POOL a patch may replace fields, and add none."""
    answer = switch.patch({"op": "add", "path": "/BUFFER_POOL/ingress_lossless_pool/xoff", "value": "655360"})
    assert answer.rc == 2 and "Modification of BUFFER_POOL table is illegal" in answer.stderr
