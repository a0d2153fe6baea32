# SPDX-License-Identifier: GPL-3.0-or-later
"""NVIDIA's own library judges our parser and linter: every file the plan writes, and files with planted mistakes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from plugins.module_utils.devices import nccl as device
from plugins.module_utils.nccl.conf import variables
from plugins.module_utils.nccl.devices import devices
from plugins.module_utils.nccl.facts import Facts
from plugins.module_utils.nccl.lint import lint_conf
from plugins.module_utils.reconcile import Change
from tests.golden.clusters import EVERY, ROOT, plans_of

pytestmark = pytest.mark.judge
GIVEN = ("NCCL_CONF_FILE", "NCCL_ENV_PLUGIN")  # set for the library, so that no file can set them
CASES = {path.stem: yaml.safe_load(path.read_text()) for path in sorted((ROOT / "tests/unit/nccl/cases").glob("*.yml"))}
TEXTS = {name: case["text"] for name, case in CASES.items() if case["reads"] == "conf"}
PLANTED = {
    "blanks-at-equals": "NCCL_IB_GID_INDEX = 3",
    "blanks-at-end": "NCCL_IB_GID_INDEX=3 ",
    "comment-in-value": "NCCL_IB_GID_INDEX=3 # v2",
    "indented": " NCCL_IB_GID_INDEX=3",
    "no-equals": "NCCL_IB_GID_INDEX 3",
    "shell-words": "export NCCL_IB_GID_INDEX=3",
    "quotes": 'NCCL_IB_GID_INDEX="3"',
    "set-twice": "NCCL_IB_GID_INDEX=1\nNCCL_IB_GID_INDEX=3",
}
ODD = {
    "an empty file": "",
    "no line feed at the end": "NCCL_IB_TC=106",
    "carriage returns": "NCCL_IB_TC=106\r\nNCCL_IB_SL=1\r2\r\n\r\nNCCL_A=\r",
    "a NUL": "NCCL_IB_TC=1\0 06\nNCCL\0_IB_SL=3\n\0NCCL_A=1\nNCCL_B=2\n",
    "empty names and values": "=x\nNCCL_A=\n==\nNCCL_B==\n",
    "bytes that are no UTF-8": "NCCL_A=\udcff\udcfe\nNCCL_B\udcff=1\n",
    "blanks of all kinds": "\tNCCL_A=1\nNCCL_B\t=\t2\n \nNCCL_C=3\v\n",
    "a name too long": f"NCCL_{'A' * 1100}=1\nNCCL_B=2\n",
    "a value too long": f"NCCL_A={'x' * 1016}{'é' * 20}\nNCCL_B=2\n",
    "a line that is read in pieces": f"NCCL_A={'x' * 4088}NCCL_B=2\n{'x' * 4095}NCCL_C=3=4\n",
    "a comment that is read in pieces": f"#{'x' * 4094}NCCL_B=2\n",
    "a set-twice name with other variables between": "NCCL_A=1\nFOO=bar\nNCCL_A=2\nFOO=baz\n",
}


@pytest.fixture
def ask(library, tmp_path):
    """What the library makes of a file; the home folder is empty, and nothing of NCCL is set but what is given."""

    def ask(text, **given):
        conf = tmp_path / "nccl.conf"
        conf.write_bytes(text.encode("utf-8", "surrogateescape"))
        kept = {name: value for name, value in os.environ.items() if "NCCL" not in name}
        environment = {**kept, "NCCL_CONF_FILE": str(conf), "NCCL_ENV_PLUGIN": "none", **given}
        command = [sys.executable, str(ROOT / "tests/judge/nccl_library.py"), str(library)]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
        return json.loads(ran.stderr) | {"said": ran.stdout}

    return ask


def release_of(answer):
    """2.32.3 of the library's 23203."""
    major, rest = divmod(answer["version"], 10000)
    return major, rest // 100, rest % 100


def understood(answer):
    return dict(answer["variables"])


def file_of(cluster):
    """The nccl.conf that apply writes on the first compute host."""
    rows = plans_of(cluster)["compute-1"].subjects["nccl"]["config"]
    after = {row["name"]: {"value": row["value"]} for row in rows}
    [write] = device.render([Change("x", {}, {})], after, {})
    return write.text, {row["name"]: row["value"] for row in rows}


@pytest.mark.parametrize("cluster", EVERY)
def test_nccl_understands_the_written_file_as_planned(cluster, ask):
    text, planned = file_of(cluster)
    assert understood(ask(text)) == planned


@pytest.mark.parametrize("cluster", EVERY)
def test_nccl_finds_the_interface_by_the_planned_mark(cluster, ask):
    """With the planned interface's name this machine's NCCL finds nothing, with lo's it does: the mark is exact."""
    text, planned = file_of(cluster)
    here = text.replace(planned["NCCL_SOCKET_IFNAME"], "=lo")
    assert ask(here)["rc"] == 0
    assert ask(text.replace(planned["NCCL_SOCKET_IFNAME"], "=lo0x"))["rc"] != 0


@pytest.mark.parametrize("text", [*ODD.values(), *TEXTS.values()], ids=[*ODD, *TEXTS])
def test_nccl_reads_a_file_as_our_parser_does(text, ask):
    answer = ask(text)
    wanted = {name: value for name, value in variables(text, release_of(answer)).items() if name not in GIVEN}
    assert understood(answer) == wanted


@pytest.mark.parametrize("rule", PLANTED)
def test_nccl_does_not_have_what_a_planted_line_was_meant_to_set(rule, ask):
    answer = ask(PLANTED[rule])
    assert understood(answer).get("NCCL_IB_GID_INDEX") != "3"
    assert [found.rule for found in lint_conf(PLANTED[rule], Facts(version=release_of(answer)))] == [rule]


@pytest.mark.parametrize(
    "value", ["=lo", "lo", "^eth,docker", "=lo # x", "= lo", "=lo,", ",=lo", "==lo", "=^lo", "lo0"]
)
def test_nccl_selects_interfaces_as_our_lists_do(value, ask):
    ports = sorted(path.name for path in Path("/sys/class/net").iterdir())
    answer = ask(f"NCCL_SOCKET_IFNAME={value}\n", NCCL_DEBUG="INFO")
    used = [port for port in ports if f"Using {port}:" in answer["said"]]
    assert answer["rc"] == (0 if used else 5), "5 is NCCL's invalid usage"
    assert {*used} <= {*devices(value).selected(ports)}
    assert used or "lo" not in devices(value).selected(ports)


def test_an_environment_wins_over_the_file_and_an_empty_value_hides_it(ask):
    answer = ask("NCCL_IB_TC=106\nNCCL_IB_SL=3\nNCCL_A=1\n", NCCL_IB_TC="41", NCCL_IB_SL="")
    assert understood(answer) == {"NCCL_A": "1"}
