# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand-ins for cxl and daxctl answer, byte for byte, as cxl and daxctl 81 did on Linux 6.12 (shared/data)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOTFS = ROOT / "lab/standins/cxl/rootfs"
GUEST = ROOT.parent / "shared/data/guest"
MAIN = GUEST / "cxl-1hb4rp-ram-k6.12-q11"
CREATE = ["cxl", "create-region", "-t", "ram", "-d", "decoder0.0"]
TO_RAM = ["daxctl", "reconfigure-device", "--mode=system-ram"]
TO_DEVDAX = ["daxctl", "reconfigure-device", "--mode=devdax"]
LIST = ["daxctl", "list"]
# In the order of the recording: its name, and the commands in it that the stand-ins have.
FIRST_BOOT = [
    ("00-cxl-list-vvv", [["cxl", "list", "-vvv"]]),
    ("00-cxl-list-M", [["cxl", "list", "-M"]]),
    ("00-cxl-list-D", [["cxl", "list", "-D"]]),
    ("00-cxl-list-R-empty", [["cxl", "list", "-R"]]),
    ("00-daxctl-list-empty", [["daxctl", "list", "-DRMi"]]),
    ("01-create-1way", [[*CREATE, "-m", "mem3"]]),
    ("02-create-2way", [[*CREATE, "-w", "2", "-g", "256", "-m", "mem2", "mem0"]]),
    ("03-list-R", [["cxl", "list", "-R"]]),
    ("03-list-RTvvv", [["cxl", "list", "-R", "-T", "-vvv"]]),
    ("04-daxctl-RDMi", [["daxctl", "list", "-RDMi"]]),
    ("04-daxctl", [["daxctl", "list", "-DM"]]),
    ("20-offline", [["daxctl", "offline-memory", "dax0.0"]]),
    ("20b-offline-again", [["daxctl", "offline-memory", "dax0.0"]]),
    ("21-recon-devdax", [["daxctl", "reconfigure-device", "--mode=devdax", "--force", "dax0.0"]]),
    ("22-recon-sysram", [[*TO_RAM, "dax0.0"]]),
    ("22b-recon-sysram-again", [[*TO_RAM, "dax0.0"]]),
    (
        "22c-recon-no-movable",
        [["daxctl", "offline-memory", "dax0.0"], [*TO_DEVDAX, "dax0.0"], [*TO_RAM, "--no-movable", "dax0.0"]],
    ),
    (
        "24-recon-noonline",
        [
            ["daxctl", "offline-memory", "dax0.0"],
            [*TO_DEVDAX, "dax0.0"],
            [*TO_RAM, "--no-online", "dax0.0"],
            LIST,
            ["daxctl", "online-memory", "dax0.0"],
            ["daxctl", "online-memory", "dax0.0"],
        ],
    ),
    ("30-destroy-busy", [["cxl", "destroy-region", "region0"]]),
    ("31-disable-busy", [["cxl", "disable-region", "region0"]]),
    ("33-create-existing-memdev", [[*CREATE, "-m", "mem2"]]),
    ("34-create-bad-ways", [[*CREATE, "-w", "3", "-m", "mem3"]]),
    ("35-create-pmem-on-ram", [["cxl", "create-region", "-t", "pmem", "-d", "decoder0.0", "-m", "mem3"]]),
    ("37-create-size", [[*CREATE, "-s", "256M", "-U", "11111111-2222-3333-4444-555555555555", "-m", "mem3"]]),
]
# After all regions were destroyed, and with the policy that leaves memory offline.
LATER = [
    ("40-create-4way", [[*CREATE, "-w", "4", "-g", "512", "-m", "mem3", "mem0", "mem2", "mem1"]]),
]
OTHERS_CODE = ("51-online",)  # ends with grep
OFFLINE = [
    ("51-online", [["daxctl", "online-memory", "dax0.0"], LIST]),
    (
        "52-recon-cycle",
        [["daxctl", "offline-memory", "dax0.0"], [*TO_DEVDAX, "dax0.0"], LIST, [*TO_RAM, "dax0.0"], LIST],
    ),
    (
        "53-recon-nomovable",
        [
            ["daxctl", "offline-memory", "dax0.0"],
            [*TO_DEVDAX, "dax0.0"],
            [*TO_RAM, "--no-movable", "dax0.0"],
            LIST,
            ["daxctl", "offline-memory", "dax0.0"],
        ],
    ),
]


class Machine:
    """The machine of the recordings, stood in for below a folder."""

    def __init__(self, folder: Path) -> None:
        self.run_folder = folder
        self.environment = {**os.environ, "LAB_RUN": str(folder), "LAB_ETC": str(ROOTFS / "etc/lab")}
        library = str(ROOTFS / "usr/local/lib/lab")
        boot = [sys.executable, "-m", "cxlsim.boot"]
        subprocess.run(boot, env=self.environment, cwd=library, check=True)

    def policy(self, word: str) -> None:
        (self.run_folder / "sys/devices/system/memory/auto_online_blocks").write_text(f"{word}\n")

    def run(self, words: list[str]) -> tuple[str, str, int]:
        program = str(ROOTFS / "usr/local/sbin" / words[0])
        command = [sys.executable, program, *words[1:]]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout, done.stderr, done.returncode

    def replay(self, name: str, commands: list[list[str]]) -> None:
        """Give the commands and compare; a recorded exit code may be that of another program behind them."""
        answers = [self.run(words) for words in commands]
        path = MAIN / name
        text, error, rc = (path.with_suffix(end).read_text() for end in (".stdout", ".stderr", ".rc"))
        told = "".join(line for line in error.splitlines(keepends=True) if not line.startswith("# "))
        assert "".join(answer[0] for answer in answers) == text, name
        assert "".join(answer[1] for answer in answers) == told, name
        assert name in OTHERS_CODE or answers[-1][2] == int(rc), name


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    if not MAIN.is_dir():
        pytest.skip(f"skipped: no data {MAIN}")
    return Machine(tmp_path / "run")


def test_a_first_boot_answers_as_recorded(machine: Machine) -> None:
    machine.policy("online_movable")
    for name, commands in FIRST_BOOT:
        machine.replay(name, commands)


def test_an_interleaved_region_answers_as_recorded(machine: Machine) -> None:
    machine.policy("online_movable")
    for name, commands in LATER:
        machine.replay(name, commands)


def test_memory_that_stays_offline_answers_as_recorded(machine: Machine) -> None:
    machine.policy("offline")
    assert machine.run([*CREATE, "-m", "mem3"])[2] == 0
    for name, commands in OFFLINE:
        machine.replay(name, commands)


def test_a_machine_without_devices_answers_as_recorded(tmp_path: Path) -> None:
    """storage_cxl.md A4, tried with cxl 76.1: nothing is there, and the tools end with 0."""
    machine = Machine(tmp_path / "run")
    machine.environment["LAB_ETC"] = str(tmp_path)
    assert machine.run(["cxl", "destroy-region", "region0"]) == (
        "",
        "cxl region: cmd_destroy_region: destroyed 0 regions\n",
        0,
    )
    assert machine.run(["daxctl", "list", "-RDM"]) == ("", "", 0)
    text, error, rc = machine.run(CREATE)
    assert (text, rc) == ("", 1) and error.startswith("cxl region: parse_create_options: no root decoder specified\n")
