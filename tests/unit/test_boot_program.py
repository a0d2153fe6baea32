# SPDX-License-Identifier: GPL-3.0-or-later
"""The boot unit: what it packs, what it runs, and what one broken port does to the others."""

from __future__ import annotations

import ast
import io
import json
import shutil
import subprocess
import sys
import zipfile
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from plugins.filter.boot_unit import unit
from plugins.module_utils.boot_program import needed, program
from plugins.module_utils.devices import boot
from plugins.module_utils.devices.registry import LOST_AT_REBOOT

LINKS = [{"port": f"rail{n}", "address": f"10.64.0.{1 + 16 * n}/31", "mtu": 9000, "up": True} for n in (0, 1)]
SUBJECTS: dict[str, Any] = {
    "link": {"state": "merged", "config": LINKS},
    "route": {
        "state": "overridden",
        "within": "10.64.0.0/24",
        "config": [
            {"table": f"10{n}", "destination": "10.64.0.0/24", "via": f"10.64.0.{16 * n}", "port": f"rail{n}"}
            for n in (0, 1)
        ],
    },
    "pfc": {"state": "replaced", "config": [{"port": f"rail{n}", "lossless": [3]} for n in (0, 1)]},
    "nccl": {"state": "overridden", "config": [{"name": "NCCL_IB_TC", "value": "106"}]},
}
UTILS = Path(__file__).parents[2] / "plugins" / "module_utils"
CODE = {str(path.relative_to(UTILS)): path.read_text() for path in UTILS.rglob("*.py")}
DCB = """#!/usr/bin/python3
import json, sys
from pathlib import Path
words = sys.argv[1:]
state = Path(__file__).with_name(words[words.index("dev") + 1])
on = json.loads(state.read_text()) if state.exists() else [False] * 8
if "set" in words:
    for pair in words[words.index("prio-pfc") + 1 :]:
        on[int(pair[0])] = pair.endswith("on")
    state.write_text(json.dumps(on))
print(json.dumps({"prio_pfc": on}))
"""


def plan(subjects: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "host": "compute-1", "subjects": subjects}


def test_the_same_sources_give_the_same_bytes() -> None:
    first, second = (program({"edge/boot.py": "", "edge/__init__.py": "", "__init__.py": ""}) for _ in range(2))
    assert first == second
    assert unit(plan(SUBJECTS)) == unit(plan(dict(reversed(SUBJECTS.items()))))


def test_only_what_boot_imports_is_packed() -> None:
    sources = {
        "edge/boot.py": "import os\nfrom ..devices import pfc\nfrom .host import Host, other\n",
        "edge/host.py": "from ..subject import Read",
        "edge/module.py": "import ansible",
        "devices/pfc.py": "",
        "subject.py": "",
        "spec.py": "",
        **dict.fromkeys(("__init__.py", "edge/__init__.py", "devices/__init__.py"), ""),
    }
    assert {*sources} - {*needed(sources, "edge/boot.py")} == {"edge/module.py", "spec.py"}


def test_the_real_program_needs_neither_ansible_nor_yaml() -> None:
    archive = zipfile.ZipFile(io.BytesIO(b64decode(unit(plan(SUBJECTS))["program"])))
    text = "\n".join(archive.read(name).decode() for name in archive.namelist())
    assert "import yaml" not in text
    assert "ansible." not in text
    assert {f"disagg/devices/{subject.NAME}.py" for subject in LOST_AT_REBOOT} <= {*archive.namelist()}


def test_what_runs_on_targets_is_python_3_9() -> None:
    targets = [*needed(CODE, "edge/boot.py"), *needed(CODE, "edge/module.py")]
    for path in targets:
        ast.parse(CODE[path], path, feature_version=(3, 9))
        assert "from __future__ import annotations" in CODE[path] or path.endswith("__init__.py")


def test_the_plan_for_boot_holds_what_a_reboot_loses_and_the_row_its_hash() -> None:
    made = unit(plan(SUBJECTS), {"/sys": "/run/sys"}, {"dcb": "/x/dcb"})
    kept = json.loads(made["plan"])
    assert {*kept["subjects"]} == {"link", "route", "pfc"}
    assert (kept["roots"], kept["tools"]) == ({"/sys": "/run/sys"}, {"dcb": "/x/dcb"})
    (row,) = made["subject"]["config"]
    assert row["plan"] == boot.digest(made["plan"].encode())
    assert row["program"] == boot.digest(b64decode(made["program"]))


def test_a_host_with_nothing_to_lose_has_no_unit() -> None:
    nothing = plan({"nccl": SUBJECTS["nccl"]})
    assert unit(nothing)["subject"] == {"state": "deleted", "config": [{"unit": "disagg-apply"}]}


def booted(
    tmp_path: Path, ports: list[str], subjects: dict[str, Any], times: int = 1
) -> subprocess.CompletedProcess[str]:
    """What the program says in a namespace that has ``ports``, started ``times`` times."""
    namespace = ["unshare", "--net", "--"]
    if not shutil.which("ip") or subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode:
        pytest.skip("skipped: no network namespace can be made here")
    (tmp_path / "dcb").write_text(DCB)
    (tmp_path / "dcb").chmod(0o755)
    made = unit(plan(subjects), {}, {"dcb": str(tmp_path / "dcb")})
    (tmp_path / "disagg.pyz").write_bytes(b64decode(made["program"]))
    (tmp_path / "plan.json").write_text(json.dumps({**json.loads(made["plan"]), "patience": 1}))
    make = "".join(f"ip link add {port} type veth peer name peer-{port}; ip link set peer-{port} up;" for port in ports)
    start = f"{sys.executable} -W error {tmp_path}/disagg.pyz {tmp_path}/plan.json"
    show = "ip -br -4 addr; ip route show table 100"
    script = f"{make} {'; '.join([start] * times)}; code=$?; {show}; exit $code"
    return subprocess.run([*namespace, "sh", "-c", script], capture_output=True, text=True, check=False)


def test_a_boot_sets_everything_and_a_second_start_nothing(tmp_path: Path) -> None:
    done = booted(tmp_path, ["rail0", "rail1"], SUBJECTS, times=2)
    assert done.returncode == 0, done.stdout + done.stderr
    first, second = done.stdout.splitlines()[:3], done.stdout.splitlines()[3:6]
    assert first == ["link: 4 changed", "route: 2 changed", "pfc: 2 changed"]
    assert second == ["link: 0 changed", "route: 0 changed", "pfc: 0 changed"]
    assert "default" not in done.stdout
    assert "10.64.0.0/24 via 10.64.0.0 dev rail0 proto static" in done.stdout


def test_a_port_that_is_missing_leaves_the_others_alone(tmp_path: Path) -> None:
    done = booted(tmp_path, ["rail0"], SUBJECTS)
    assert done.returncode == 1
    link, route, pfc = done.stdout.splitlines()[:3]
    assert link.startswith('link: 2 changed; failed: link rail1: exit code 1, Device "rail1" does not exist.')
    assert (route, pfc) == ("route: 1 changed", "pfc: 2 changed")
    assert "10.64.0.1/31" in done.stdout


def test_a_plan_that_is_not_there_says_how_to_write_it(tmp_path: Path) -> None:
    (tmp_path / "disagg.pyz").write_bytes(b64decode(unit(plan(SUBJECTS))["program"]))
    command = [sys.executable, f"{tmp_path}/disagg.pyz", f"{tmp_path}/nosuch.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("nosuch.json'; run playbooks/apply.yml to write it again\n")
    assert "Traceback" not in done.stderr
