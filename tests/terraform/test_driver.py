# SPDX-License-Identifier: GPL-3.0-or-later
"""Terraform is driven through python-terraform, on a root that needs nothing but Terraform itself."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from plugins.module_utils.edge.terraform import Terraform, TerraformError, find_binary

pytestmark = pytest.mark.filterwarnings("ignore:The 'warn' method:DeprecationWarning")  # python-terraform's own

ROOT = """
variable "size" {
  type    = number
  default = 1
}

resource "terraform_data" "disk" {
  input = { size = var.size }
}

output "size" {
  value = terraform_data.disk.output.size
}

output "word" {
  value     = "open sesame"
  sensitive = true
}
"""
FOREVER = """
resource "terraform_data" "slow" {
  provisioner "local-exec" {
    command = "touch started; while [ ! -e go ]; do sleep 0.1; done"
  }
}
"""


@pytest.fixture
def folder(tmp_path):
    try:
        find_binary()
    except ValueError as error:
        pytest.skip(f"skipped: {error}")
    (tmp_path / "main.tf").write_text(ROOT)
    return tmp_path


def driver(folder, **settings):
    return Terraform(folder, env={"TF_CLI_CONFIG_FILE": os.devnull}, **settings)


def test_init_plan_apply_output_and_destroy_work(folder):
    told = []
    terraform, plan = driver(folder, tell=told.append), folder / "plan"

    terraform.init()
    terraform.validate()
    assert terraform.plan(plan, {"size": 3})
    assert terraform.show(plan)["resource_changes"][0]["change"]["actions"] == ["create"]
    terraform.apply(plan)
    assert terraform.output()["size"] == {"sensitive": False, "type": "number", "value": 3}
    assert not terraform.plan(plan, {"size": 3})
    assert terraform.plan(plan, {"size": 4})
    terraform.destroy({"size": 4})
    assert json.loads((folder / "terraform.tfstate").read_text())["resources"] == []
    assert "apply_complete" in [event["type"] for event in told]


def test_events_come_while_the_command_still_runs(folder):
    (folder / "main.tf").write_text(FOREVER)

    def go(event):
        if event["type"] == "provision_start":
            (folder / "go").touch()

    terraform = driver(folder, tell=go)
    terraform.init()
    terraform.plan(folder / "plan")
    terraform.apply(folder / "plan")  # would wait for ever if events came only at the end


def test_variables_are_not_left_behind(folder, monkeypatch, tmp_path_factory):
    place = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr("tempfile.tempdir", str(place))
    terraform = driver(folder)
    terraform.init()
    terraform.plan(folder / "plan", {"size": 3})
    assert list(place.iterdir()) == []


def test_a_binary_that_is_not_there_is_named():
    with pytest.raises(ValueError, match=r"binary: 'terraform-0\.1' is not a program; install Terraform or OpenTofu"):
        find_binary("terraform-0.1")


def test_without_any_binary_the_remedy_is_told(tmp_path):
    with pytest.raises(ValueError, match=r"neither terraform nor tofu is on the PATH; .* `make setup`"):
        find_binary(path=str(tmp_path))


def test_a_folder_without_configuration_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"root: .* holds no Terraform configuration"):
        driver(tmp_path)


def test_an_invalid_configuration_names_file_and_line(folder):
    (folder / "main.tf").write_text('resource "terraform_data" "disk" {\n  imput = 1\n}\n')
    terraform = driver(folder)
    terraform.init()
    for command in (terraform.validate, lambda: terraform.plan(folder / "plan")):
        with pytest.raises(TerraformError, match=r"main\.tf:2: .*Unsupported argument: .*\"imput\" is not expected"):
            command()


def test_a_configuration_that_cannot_be_read_fails_in_init_with_file_and_line(folder):
    (folder / "main.tf").write_text('resource "terraform_data" {\n}\n')
    with pytest.raises(TerraformError, match=r"terraform init in .* failed:\n(  .*\n)?  main\.tf:1: .*labels"):
        driver(folder).init()


def test_a_provider_that_cannot_be_had_fails_in_init(folder):
    (folder / "main.tf").write_text('terraform {\n  required_providers { x = { source = "nowhere.invalid/x/x" } }\n}\n')
    with pytest.raises(TerraformError, match=r"nowhere\.invalid/x/x"):
        driver(folder).init()


def test_a_locked_state_says_so(folder):
    (folder / "main.tf").write_text(FOREVER)
    terraform = driver(folder)
    terraform.init()
    holder = subprocess.Popen(
        [find_binary(), "apply", "-auto-approve", "-no-color"], cwd=folder, stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 30
        while not (folder / "started").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        with pytest.raises(TerraformError, match="Error acquiring the state lock"):
            terraform.plan(folder / "plan")
    finally:
        (folder / "go").touch()
        assert holder.wait(30) == 0


def test_a_state_of_a_newer_version_says_so(folder):
    terraform, plan = driver(folder), folder / "plan"
    terraform.init()
    terraform.plan(plan)
    terraform.apply(plan)
    place = Path(folder / "terraform.tfstate")
    state = json.loads(place.read_text())
    place.write_text(json.dumps({**state, "version": 9, "terraform_version": "9.0.0"}))
    for command in (terraform.output, lambda: terraform.plan(plan)):
        with pytest.raises(TerraformError, match=r"state.*(newer|version)"):
            command()


def test_a_broken_state_is_an_error_not_a_traceback(folder):
    (folder / "terraform.tfstate").write_text("{ broken")
    terraform = driver(folder)
    with pytest.raises(TerraformError, match="state"):
        terraform.init()
        terraform.plan(folder / "plan")
