# SPDX-License-Identifier: GPL-3.0-or-later
"""The SONiC stand-in run in a folder instead of a container, and the rows that the lab's plan wants of a switch."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from plugins.module_utils.devices import config_db
from plugins.module_utils.nodes import read_contract
from plugins.module_utils.plan.build import build
from plugins.module_utils.reconcile import changes, desired, rows_by
from plugins.module_utils.spec.load import load

ROOT = Path(__file__).resolve().parents[2]
ROOTFS = ROOT / "lab/standins/sonic/rootfs"
LEAF_PORTS = ("Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12", "Ethernet16", "Ethernet20")
Database = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Answer:
    """What a command printed and its exit code."""

    stdout: str
    stderr: str
    rc: int


class Switch:
    """A switch in a folder: its ports are files there, and it has no kernel."""

    def __init__(self, root: Path, ports: tuple[str, ...] = LEAF_PORTS) -> None:
        self.root = root
        for port in ports:
            folder = root / "sys/class/net" / port
            folder.mkdir(parents=True)
            (folder / "carrier").write_text("1\n")
        assert self.run("lab-sonic", "load").rc == 0

    def run(self, command: str, *words: str, stdin: str = "") -> Answer:
        """One command of the stand-in."""
        path = next(folder / command for folder in _folders() if (folder / command).exists())
        environment = {**os.environ, "LAB_ROOT": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, path, *words], input=stdin, env=environment, capture_output=True, text=True
        )
        return Answer(done.stdout, done.stderr, done.returncode)

    def patch(self, *operations: dict[str, Any], dry: bool = False) -> Answer:
        """``config apply-patch`` of operations."""
        file = self.root / "patch.json"
        file.write_text(json.dumps(operations))
        return self.run("config", "apply-patch", *(["--dry-run"] if dry else []), str(file))

    @property
    def running(self) -> Database:
        """The configuration as ``show runningconfiguration all`` prints it."""
        return config_db.database(self.run("show", "runningconfiguration", "all").stdout)

    @property
    def saved(self) -> Database:
        """The configuration that is loaded at boot."""
        found: Database = json.loads((self.root / "etc/sonic/config_db.json").read_text())
        return found


def standin(module: str) -> Any:
    """A module of the stand-in's own."""
    place = str(ROOTFS / "usr/local/lib/lab")
    if place not in sys.path:
        sys.path.append(place)
    return importlib.import_module(f"sonic.{module}")


def planned(switch: str, buffer_model: str = "dynamic") -> dict[str, Any]:
    """The subjects of a switch in the lab's plan, where the lab's switches are of that buffer model."""
    wish = yaml.safe_load((ROOT / "inventories/lab/cluster.yml").read_text())
    for tier in ("leaf", "spine"):
        wish["fabric"][tier]["buffer_model"] = buffer_model
    spec = load(wish)
    document = json.loads((ROOT / "tests/golden/lab/nodes.json").read_text())
    return build(spec, read_contract({"version": 1, **document}, "nodes.json"))[switch].subjects


def operations(database: Database, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The patch that our device file makes for rows of a plan."""
    have = config_db.rows_of(database)
    after = desired("merged", have, rows_by(config_db.KEY, rows), config_db.BLANK)
    return config_db.patch(changes(have, after, config_db.BLANK), after)


def _folders() -> list[Path]:
    return [ROOTFS / "usr/local/bin", ROOTFS / "usr/local/sbin"]
