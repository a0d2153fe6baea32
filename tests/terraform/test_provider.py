# SPDX-License-Identifier: GPL-3.0-or-later
"""The lab's provider with a real Terraform and real containers: made, left alone, drifted, replaced, destroyed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from plugins.module_utils.known_hosts import known_hosts
from terraform.providers.lab.install import install
from terraform.providers.lab.podman import PodmanError, environment, podman

ROOT = Path(__file__).parents[2]
# Tests of several checkouts may run at once, so each run has its own names and its own subnet.
NAME = f"tfp{os.getpid()}"
SUBNET = f"10.98.{os.getpid() % 256}"

MAIN = """
terraform {
  required_providers {
    lab = { source = "disagg.internal/disagg/lab" }
  }
}

provider "lab" {
  lab = "%(name)s"
}

variable "nodes" {
  type    = map(number)
  default = { one = 10, two = 11 }
}

variable "image" {
  type    = string
  default = "%(image)s"
}

variable "mtu" {
  type    = number
  default = 9216
}

variable "port" {
  type    = string
  default = "rail0"
}

resource "lab_network" "management" {
  name   = "%(name)s-management"
  subnet = "%(subnet)s.0/24"
}

resource "lab_network" "rail" {
  name = "%(name)s-rail"
  mtu  = var.mtu
}

resource "lab_node" "node" {
  for_each       = var.nodes
  name           = "%(name)s-${each.key}"
  hostname       = each.key
  image          = var.image
  kind           = "switch"
  ssh_public_key = file("key.pub")
  networks = [
    { network = lab_network.management.id, port = "mgmt0", address = "%(subnet)s.${each.value}" },
    { network = lab_network.rail.id, port = var.port, mac = format("02:00:00:00:00:%%02d", each.value) },
  ]
}

output "nodes" {
  value = {
    for name, node in lab_node.node : name => { address = node.networks[0].address, host_keys = node.host_keys }
  }
}
"""


def lab_image() -> str:
    """The lab's image; skips where podman or the image is not there."""
    try:
        image = (ROOT / ".cache/image").read_text().strip()
        podman("image", "exists", image)
    except FileNotFoundError:
        pytest.skip("skipped: no lab image; `make setup` builds it")
    except PodmanError as error:
        pytest.skip(f"skipped: containers do not work here or the image is gone: {error.command}: {error.said}")
    return image


def containers() -> list[str]:
    """The names of all containers of this run."""
    return sorted(podman("ps", "--all", "--filter", f"name={NAME}", "--format", "{{.Names}}").split())


def networks() -> list[str]:
    """The names of all networks of this run."""
    return sorted(podman("network", "ls", "--filter", f"name={NAME}", "--format", "{{.Name}}").split())


def inside(node: str, *command: str) -> str:
    return podman("exec", f"{NAME}-{node}", *command)


class Lab:
    """One root with the provider, and what Terraform says about it."""

    def __init__(self, folder, terraform):
        self.folder, self.terraform = folder, terraform

    def told(self, variables):
        """Terraform with values for the root's variables."""
        values = {name: value if isinstance(value, str) else json.dumps(value) for name, value in variables.items()}
        own = {f"TF_VAR_{name}": value for name, value in values.items()}
        return replace(self.terraform, environment={**self.terraform.environment, **own})

    def must(self, *arguments, **variables):
        return self.told(variables).must(self.folder, *arguments)

    def fails(self, *arguments, **variables):
        done = self.told(variables).run(self.folder, *arguments)
        assert done.returncode == 1
        return " ".join((done.stdout + done.stderr).split())

    def apply(self, **variables):
        return self.must("apply", "-auto-approve", **variables)

    def planned(self, **variables):
        """Exit code 0 means that nothing would change, 2 that something would."""
        done = self.told(variables).run(self.folder, "plan", "-detailed-exitcode")
        return done.returncode, done.stdout

    def output(self):
        return json.loads(self.must("output", "-json", "nodes"))


@pytest.fixture
def lab(tmp_path, terraform):
    image = lab_image()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True)
    (tmp_path / "main.tf").write_text(MAIN % {"name": NAME, "image": image, "subnet": SUBNET})
    made = Lab(tmp_path, terraform)
    made.must("init")
    yield made
    for container in containers():
        podman("rm", "--force", "--time", "0", container)
    for network in networks():
        podman("network", "rm", network)


def test_nodes_are_made_left_alone_and_destroyed(lab):
    lab.apply()

    (lab.folder / "known_hosts").write_text(known_hosts(lab.output()))
    options = ("-o", "BatchMode=yes", "-o", f"UserKnownHostsFile={lab.folder}/known_hosts", "-i", lab.folder / "key")
    login = ["ssh", *options, "-o", "IdentitiesOnly=yes", f"root@{SUBNET}.10", "hostname; cat /etc/lab/kind"]
    assert subprocess.run(login, capture_output=True, text=True, check=True).stdout.split() == ["one", "switch"]
    ports = {port["ifname"]: port for port in json.loads(inside("two", "ip", "-json", "address"))}
    assert (ports["rail0"]["mtu"], ports["rail0"]["address"]) == (9216, "02:00:00:00:00:11")
    assert [entry for entry in ports["rail0"]["addr_info"] if entry["family"] == "inet"] == []
    assert ports["mgmt0"]["addr_info"][0]["local"] == f"{SUBNET}.11"
    assert lab.planned()[0] == 0

    lab.must("destroy", "-auto-approve")
    assert (containers(), networks()) == ([], [])


def test_a_removed_node_is_made_again_and_a_stopped_one_started(lab):
    lab.apply()
    keys = lab.output()["two"]
    podman("rm", "--force", "--time", "0", f"{NAME}-one")
    podman("stop", "--time", "0", f"{NAME}-two")

    code, said = lab.planned()
    assert code == 2
    assert 'lab_node.node["one"] will be created' in said
    assert 'lab_node.node["two"] will be updated in-place' in said
    assert "~ running        = false -> true" in said

    lab.apply()
    assert lab.planned()[0] == 0
    assert lab.output()["two"] == keys
    assert inside("one", "cat", "/etc/lab/kind") == inside("two", "cat", "/etc/lab/kind") == "switch"


def test_a_new_key_is_put_in_without_making_the_node_again(lab):
    lab.apply(nodes={"one": 10})
    (lab.folder / "key.pub").write_text("ssh-ed25519 AAAAother someone else\n")

    assert "1 changed, 0 destroyed" in lab.apply(nodes={"one": 10})
    assert inside("one", "cat", "/root/.ssh/authorized_keys") == "ssh-ed25519 AAAAother someone else"


def test_a_changed_network_takes_its_nodes_with_it(lab):
    lab.apply(nodes={"one": 10})

    said = lab.apply(nodes={"one": 10}, mtu=1500)
    assert "2 added, 0 changed, 2 destroyed" in said
    assert "mtu 1500" in inside("one", "ip", "link", "show", "rail0")


def test_a_removed_network_is_made_again(lab):
    lab.apply(nodes={})
    podman("network", "rm", f"{NAME}-rail")

    assert "lab_network.rail will be created" in lab.planned(nodes={})[1]
    assert "1 added, 0 changed, 0 destroyed" in lab.apply(nodes={})


def test_a_node_that_cannot_start_leaves_nothing_behind(lab):
    said = lab.fails("apply", "-auto-approve", nodes={"one": 10, "two": 10})  # podman gives an address only once

    assert re.search(rf"node {NAME}-(one|two): .*{SUBNET}\.10", said)
    assert re.search(r'with lab_node\.node\["(one|two)"\], on main\.tf line', said)
    assert len(containers()) == 1
    assert "Resources: 1 added, 0 changed, 0 destroyed" in lab.apply(
        nodes={containers()[0].split("-")[1]: 10, "new": 12}
    )


def test_a_missing_image_says_what_to_do(lab):
    said = lab.fails("apply", "-auto-approve", nodes={"one": 10}, image="localhost/nothing:1")
    assert f"node {NAME}-one: there is no image localhost/nothing:1" in said
    assert "Build or import the image first" in said
    assert containers() == []


def test_a_name_that_is_taken_is_left_to_its_owner(lab):
    podman("create", "--network", "none", "--name", f"{NAME}-one", lab_image(), "/sbin/init")

    said = lab.fails("apply", "-auto-approve", nodes={"one": 10})
    assert f"node {NAME}-one: the name is taken by another container" in said
    assert f"podman rm --force {NAME}-one" in said
    assert containers() == [f"{NAME}-one"]


def test_a_network_name_that_is_taken_says_what_to_do(lab):
    podman("network", "create", f"{NAME}-rail")
    said = lab.fails("apply", "-auto-approve", nodes={})
    assert "network already exists" in said
    assert f"podman network rm {NAME}-rail" in said


def test_a_network_that_others_use_is_not_torn_from_them(lab):
    lab.apply(nodes={})
    podman("create", "--name", f"{NAME}-guest", "--network", f"{NAME}-management", lab_image(), "/sbin/init")

    said = lab.fails("destroy", "-auto-approve")
    assert f"podman ps --all --filter network={NAME}-management" in said
    assert containers() == [f"{NAME}-guest"]


def test_a_bad_port_name_is_shown_at_its_attribute(lab):
    said = lab.fails("plan", port="a-name-that-is-too-long")
    assert "networks[1].port: 'a-name-that-is-too-long' is not allowed" in said
    assert "Allowed: 1 to 15 characters" in said


def test_without_podman_the_message_names_it(lab):
    binary, environment = (
        str(shutil.which(lab.terraform.binary)),
        {**lab.terraform.environment, "PATH": str(lab.folder)},
    )
    lab.terraform = replace(lab.terraform, binary=binary, environment=environment)
    assert "podman is not on the PATH; install the package podman" in lab.fails("apply", "-auto-approve", nodes={})


def test_started_by_hand_the_provider_says_who_starts_it():
    done = subprocess.run(
        [sys.executable, "-m", "terraform.providers.lab"], cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "is a plugin: Terraform starts it" in done.stderr


def test_installing_twice_gives_the_same_bytes(tmp_path):
    def content():
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    install(tmp_path, Path(sys.executable))
    first = content()
    install(tmp_path, Path(sys.executable))
    assert content() == first
    assert len(first) == 2


def test_an_interrupted_apply_leaves_nothing_that_terraform_does_not_know(lab):
    command = [lab.terraform.binary, f"-chdir={lab.folder}", "apply", "-auto-approve"]
    running = subprocess.Popen(
        command, env=lab.terraform.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not containers() and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    running.wait(60)

    held = json.loads((lab.folder / "terraform.tfstate").read_text())["resources"]
    nodes = [each["attributes"]["name"] for kind in held if kind["type"] == "lab_node" for each in kind["instances"]]
    assert containers() == sorted(nodes)
    lab.apply()
    assert lab.planned()[0] == 0
