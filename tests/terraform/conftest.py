# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the real Terraform, with its own configuration, cache and state outside the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from terraform.providers.lab.install import install

ROOT = Path(__file__).parents[2]
CLUSTERS = ["lab", "disagg-16", "infiniband-128"]


@dataclass(frozen=True)
class Terraform:
    """The binary and the environment that keep every file Terraform writes below one folder."""

    binary: str
    environment: dict[str, str]

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """What one command answered in a folder."""
        command = [self.binary, f"-chdir={folder}", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)

    def must(self, folder: Path, *arguments: str) -> str:
        """The command's output; a failure shows all of it."""
        done = self.run(folder, *arguments)
        told = f"terraform {' '.join(arguments)} in {folder}:\n{done.stdout}{done.stderr}"
        assert done.returncode == 0, told
        return done.stdout


@pytest.fixture
def terraform(tmp_path: Path) -> Terraform:
    own = {
        "TF_CLI_CONFIG_FILE": str(install(tmp_path / "mirror")),
        "TF_DATA_DIR": str(tmp_path / "data"),
        "TF_CLI_ARGS": "-no-color",
        "TF_IN_AUTOMATION": "1",
    }
    return Terraform(os.environ.get("TERRAFORM", "terraform"), {**os.environ, **own})


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what Terraform reads, so that its lock files and a test's changes stay out of the repository."""
    shutil.copytree(ROOT / "terraform/modules", tmp_path / "terraform/modules", symlinks=True)
    for cluster in CLUSTERS:
        (tmp_path / "inventories" / cluster).mkdir(parents=True)
        for name in ("main.tf", "cluster.yml"):
            shutil.copy(ROOT / "inventories" / cluster / name, tmp_path / "inventories" / cluster / name)
    return tmp_path
