# SPDX-License-Identifier: GPL-3.0-or-later
import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
CLUSTERS = sorted((ROOT / "tests/golden").glob("*/nodes.json"))


def clusters(listed):
    return {variables["cluster_name"] for variables in listed["_meta"]["hostvars"].values()}


def test_a_local_state_gives_hosts_variables_and_groups(cluster, pair):
    cluster.state()
    cluster.source({"state": "terraform.tfstate"})
    listed = cluster.list()
    assert listed["_meta"]["hostvars"] == {
        name: {"ansible_host": node["address"], "ansible_user": node["user"], "cluster_name": "pair", "node": node}
        for name, node in pair["nodes"].items()
    }
    assert set(listed["nodes"]["children"]) == {"hosts", "switches"}
    assert set(listed["hosts"]["children"]) == {"compute", "memory", "storage", "management"}
    assert set(listed["switches"]["children"]) == {"leaf", "spine"}
    assert listed["rack_rack_1"]["hosts"] == ["compute-1", "leaf-1"]
    assert listed["rail_0"] == listed["leaf_leaf_1"] == listed["fabric_hosts"] == {"hosts": ["compute-1"]}


def test_the_graph_shows_roles_below_hosts_and_switches(cluster):
    cluster.state()
    cluster.source({"state": "terraform.tfstate"})
    drawn = cluster.run("--graph", "hosts").stdout.split("\n")
    assert drawn[:3] == ["@hosts:", "  |--@compute:", "  |  |--compute-1"]


def test_a_workspace_is_read_from_its_own_state(cluster, pair):
    cluster.state("terraform.tfstate", {**pair, "cluster": "usual"})
    cluster.state("terraform.tfstate.d/production/terraform.tfstate", {**pair, "cluster": "production"})
    cluster.source({"state": "terraform.tfstate", "workspace": "production"})
    assert clusters(cluster.list()) == {"production"}
    cluster.source({"state": "terraform.tfstate", "workspace": "default"})
    assert clusters(cluster.list()) == {"usual"}


def test_paths_are_relative_to_the_source_and_not_to_the_working_directory(cluster):
    cluster.state("elsewhere/lab.tfstate")
    cluster.source({"state": "lab.tfstate"})
    (cluster.folder / "nodes.yml").rename(cluster.folder / "elsewhere/lab.nodes.yaml")
    assert clusters(cluster.list(source="elsewhere/lab.nodes.yaml")) == {"pair"}


def test_hosts_from_a_state_and_switches_by_hand_become_one_fabric(cluster, pair):
    switches = {name: node for name, node in pair["nodes"].items() if node["os"]}
    hosts = {name: node for name, node in pair["nodes"].items() if name not in switches}
    cluster.state("terraform.tfstate", {**pair, "nodes": hosts})
    cluster.write("switches.yml", yaml.safe_dump({**pair, "nodes": switches}))
    cluster.source({"state": "terraform.tfstate"}, {"file": "switches.yml"})
    assert set(cluster.list()["_meta"]["hostvars"]) == set(pair["nodes"])


HCL = """
terraform {
  %s
}
variable "cluster" { default = "pair" }
resource "terraform_data" "built" { input = var.cluster }
output "nodes" {
  value = merge(jsondecode(file("${path.module}/pair.json")), { cluster = terraform_data.built.output })
}
"""


@pytest.fixture
def terraform(cluster, pair):
    """Run the real binary in a root that needs only its built-in provider."""
    binary = shutil.which("terraform") or shutil.which("tofu")
    if not binary:
        pytest.skip("skipped: neither terraform nor tofu on the PATH")
    cluster.write("root/main.tf", HCL % "")
    cluster.write("root/pair.json", json.dumps(pair))
    cluster.write("cli.rc", "")
    cluster.env["TF_CLI_CONFIG_FILE"] = str(cluster.folder / "cli.rc")

    def run(*arguments):
        env = {**cluster.env, "PATH": "/usr/bin:/bin", "TF_IN_AUTOMATION": "1"}
        subprocess.run([binary, *arguments], cwd=cluster.folder / "root", env=env, check=True, capture_output=True)

    return run


def test_what_terraform_really_writes_is_read_from_its_state_and_by_its_binary(cluster, terraform):
    terraform("init")
    terraform("apply", "-auto-approve")
    terraform("workspace", "new", "production")
    terraform("apply", "-auto-approve", "-var=cluster=production")
    terraform("workspace", "select", "default")
    for workspace, name in (("default", "pair"), ("production", "production")):
        cluster.source({"state": "root/terraform.tfstate", "workspace": workspace})
        from_state = cluster.list()
        assert clusters(from_state) == {name}
        cluster.source({"terraform": "root", "workspace": workspace})
        assert cluster.list() == from_state


def test_another_backend_is_read_by_the_binary_that_is_named(cluster, terraform):
    cluster.write("root/main.tf", HCL % 'backend "local" { path = "hidden/away.json" }')
    terraform("init")
    terraform("apply", "-auto-approve")
    (cluster.folder / "tofu").symlink_to(shutil.which("terraform") or shutil.which("tofu"))
    cluster.source({"terraform": "root", "binary": str(cluster.folder / "tofu")})
    assert clusters(cluster.list()) == {"pair"}


def test_a_destroyed_cluster_is_an_error_for_state_and_binary(cluster, terraform):
    terraform("init")
    terraform("apply", "-auto-approve")
    terraform("destroy", "-auto-approve")
    for source in ({"state": "root/terraform.tfstate"}, {"terraform": "root"}):
        cluster.source(source)
        assert "no output `nodes` (found: none); has this root been applied?" in cluster.refused()


@pytest.mark.parametrize("golden", CLUSTERS, ids=lambda path: path.parent.name)
def test_each_cluster_folder_reads_its_golden_contract(cluster, golden):
    """The committed source and group_vars, beside a state that holds what Terraform would tell."""
    contract = json.loads(golden.read_text())
    folder = ROOT / "inventories" / golden.parent.name
    shutil.copy(folder / "nodes.yml", cluster.folder)
    shutil.copytree(folder / "group_vars", cluster.folder / "group_vars")
    cluster.state("terraform.tfstate", contract)
    assert set(cluster.list()["_meta"]["hostvars"]) == set(contract["nodes"])

    shown = cluster.run(
        "management-1", "-m", "ansible.builtin.debug", "-a", "var=ansible_ssh_common_args", program="ansible"
    )
    known_hosts = f'UserKnownHostsFile="{cluster.folder}/.ssh/known_hosts"'
    assert "StrictHostKeyChecking=yes" in shown.stdout
    assert known_hosts in shown.stdout.replace("\\", "")
