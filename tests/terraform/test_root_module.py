# SPDX-License-Identifier: GPL-3.0-or-later
"""Module terraform_root, run as Ansible runs it, on a root that needs nothing but Terraform itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAIN = """
variable "size" {
  default = 1
}

resource "terraform_data" "disk" {
  input = var.size
}

output "size" {
  value = var.size
}

output "word" {
  value     = "open sesame"
  sensitive = true
}
"""


@pytest.fixture
def module(tmp_path, terraform):
    (tmp_path / "main.tf").write_text(MAIN)

    def run(check=False, **options):
        wish = {"root": str(tmp_path), "binary": terraform.binary, **options, "_ansible_check_mode": check}
        arguments = tmp_path / "arguments.json"
        arguments.write_text(json.dumps({"ANSIBLE_MODULE_ARGS": wish}))
        command = [sys.executable, "-W", "ignore", "-m", "plugins.modules.terraform_root", str(arguments)]
        done = subprocess.run(command, cwd=ROOT, env=terraform.environment, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return json.loads(done.stdout)

    return run


def test_check_mode_predicts_what_is_then_made_and_the_second_run_changes_nothing(module):
    predicted, made, again = module(check=True), module(), module()

    assert predicted["changed"]
    assert predicted["outputs"] == {}
    assert made["changes"] == predicted["changes"]
    assert made["summary"] == {"add": 1, "change": 0, "destroy": 0, "replace": 0}
    assert made["outputs"] == {"size": 1}
    assert (again["changed"], again["changes"], again["outputs"]) == (False, [], {"size": 1})


def test_planned_says_what_would_change_and_changes_nothing(module):
    module()
    planned = module(state="planned", variables={"size": 2})

    assert planned["diff"]["before"]["terraform_data.disk"] == {"input": 1, "output": 1}
    assert planned["diff"]["after"]["terraform_data.disk"]["input"] == 2
    assert planned["outputs"] == {"size": 1}
    assert module()["changed"] is False


def test_absent_removes_everything_once(module):
    module()
    gone, again = module(state="absent"), module(state="absent")

    assert (gone["changed"], gone["summary"]["destroy"], gone["outputs"]) == (True, 1, {})
    assert again["changed"] is False


def test_secrets_are_not_returned(module, tmp_path):
    assert "sesame" not in json.dumps(module())


def test_progress_can_be_watched(module, tmp_path):
    module(progress_file=str(tmp_path / "progress"))
    assert "terraform_data.disk: Creation complete" in (tmp_path / "progress").read_text()


def test_a_missing_binary_says_what_to_do(module):
    failed = module(binary="terraform-0.1")
    assert failed["failed"]
    assert failed["msg"].startswith("binary: 'terraform-0.1' is not a program; install Terraform or OpenTofu 1.6")


def test_an_error_of_terraform_keeps_its_place(module, tmp_path):
    (tmp_path / "main.tf").write_text(MAIN.replace("input", "inpit"))
    failed = module()
    assert failed["errors"][0]["place"] == "main.tf:7"
    assert failed["errors"][0]["summary"] == "Unsupported argument"
    assert "main.tf:7: Unsupported argument: An argument named" in failed["msg"]


def test_without_terraform_the_playbook_says_what_to_do(tmp_path):
    if shutil.which("terraform", path="/usr/bin:/bin") or shutil.which("tofu", path="/usr/bin:/bin"):
        pytest.skip("skipped: terraform lies beside the system's own programs here")
    (tmp_path / "ansible-playbook").symlink_to(Path(sys.executable).parent / "ansible-playbook")
    command = ["ansible-playbook", "-i", "localhost,", "playbooks/provision.yml", "-e", "cluster=disagg-16"]
    env = {**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == 2
    assert "neither terraform nor tofu is on the PATH; install Terraform or OpenTofu 1.6 or later" in said
    assert "Traceback" not in said
