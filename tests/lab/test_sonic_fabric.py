# SPDX-License-Identifier: GPL-3.0-or-later
"""A leaf, a spine and a host in containers: the module changes switches that route real packets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import RIGHTS, ROOT, podman

NAME = f"snc-{os.getpid()}"
LINKS = {  # network: the port of each node on it
    "a": {"host": "rail0", "leaf": "Ethernet0"},
    "b": {"leaf": "Ethernet16", "spine": "Ethernet0"},
    "c": {"leaf": "Ethernet20", "spine": "Ethernet4"},
}
KINDS = {"host": "host", "leaf": "switch", "spine": "switch"}
HOST = "10.64.0.1"
ADDRESSES = {
    "leaf": {"Ethernet0": "10.64.0.0/31", "Ethernet16": "10.64.0.8/31", "Ethernet20": "10.64.0.10/31"},
    "spine": {"Ethernet0": "10.64.0.9/31", "Ethernet4": "10.64.0.11/31"},
}
ROUTES = {
    "leaf": ("default|10.64.0.16/28", "10.64.0.9,10.64.0.11"),
    "spine": ("default|10.64.0.0/28", "10.64.0.8,10.64.0.10"),
}
BEHIND_SPINE = "10.64.0.17"
LIMIT = 60.0  # seconds for a boot, or for a port to come up
SAVE = ["config", "save", "-y"]


def row(table: str, key: str, fields: dict[str, str]) -> dict[str, Any]:
    return {"table": table, "key": key, "fields": fields}


def plan(switch: str) -> list[dict[str, Any]]:
    """A plan for a switch of this little fabric, of the form that our planner writes."""
    key, hops = ROUTES[switch]
    ports = ADDRESSES[switch]
    return [
        *(row("PORT", port, {"mtu": "9000", "admin_status": "up"}) for port in ports),
        *(row("INTERFACE", name, {}) for port, address in ports.items() for name in (port, f"{port}|{address}")),
        row("STATIC_ROUTE", key, {"nexthop": hops, "ifname": ",".join([*ports][-2:])}),
        row("DSCP_TO_TC_MAP", "AZURE", {"26": "3"}),
    ]


class Fabric:
    """The running containers, and Ansible to change the switches."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.inventory = place / "hosts.yml"
        hosts = {name: {"ansible_host": f"{NAME}-{name}"} for name in KINDS}
        variables = {
            "ansible_connection": "containers.podman.podman",
            "ansible_python_interpreter": "/usr/bin/python3",
        }
        self.inventory.write_text(json.dumps({"all": {"hosts": hosts, "vars": variables}}))

    def sh(self, node: str, line: str) -> str:
        """What a shell on a node prints."""
        return podman("exec", f"{NAME}-{node}", "sh", "-c", line, check=False).stdout

    def json(self, node: str, line: str) -> Any:
        return json.loads(self.sh(node, line))

    def ansible(self, node: str, module: str, *more: str, **wish: Any) -> dict[str, Any]:
        """The result of one module on one node."""
        words = [node, "-m", f"disagg.cluster.{module}", "-a", json.dumps(wish), *more]
        done = self._run("ansible", words)
        told: dict[str, Any] = json.loads(done.stdout[done.stdout.index("=> ") + 3 :])
        return {**told, "failed": "| FAILED! =>" in done.stdout}

    def role(self, os: str, subjects: dict[str, Any], differs: list[str]) -> subprocess.CompletedProcess[str]:
        """One run of the role on the leaf."""
        variables = {
            "switch_fabric_os": os,
            "switch_fabric_plan": subjects,
            "switch_fabric_differs": differs,
            "switch_fabric_neighbours": [f"{HOST}/31"],
        }
        role = {
            "hosts": "leaf",
            "gather_facts": False,
            "roles": [{"role": "disagg.cluster.switch_fabric", **variables}],
        }
        (self.place / "play.json").write_text(json.dumps([role]))
        return self._run("ansible-playbook", [str(self.place / "play.json")])

    def restart(self, node: str) -> None:
        podman("restart", "--time", "2", f"{NAME}-{node}")
        self.booted(node)

    def booted(self, node: str) -> None:
        self.wait(lambda: self.sh(node, "systemctl is-system-running").strip() == "running", f"{node} to boot")

    def wait(self, ready: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + LIMIT
        while not ready():
            assert time.monotonic() < deadline, f"waited {LIMIT:.0f} s for {what}"
            time.sleep(0.2)

    def answers(self, node: str, address: str) -> bool:
        return "1 received" in self.sh(node, f"ping -n -c 1 -W 1 {address}")

    def _run(self, program: str, words: list[str]) -> subprocess.CompletedProcess[str]:
        command = [Path(sys.executable).parent / program, "-i", self.inventory, *words]
        environment = {
            **os.environ,
            "ANSIBLE_COLLECTIONS_PATH": str(ROOT / ".collections"),
            "ANSIBLE_CALLBACK_RESULT_FORMAT": "json",
            "ANSIBLE_INVENTORY_ENABLED": "yaml",
        }
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def fabric(image: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fabric]:
    """The fabric, booted with its factory configuration; removed afterwards."""
    made = Fabric(tmp_path_factory.mktemp("fabric"))
    try:
        for link in LINKS:
            bare = ("--disable-dns", "--internal", "--ipam-driver", "none", "--opt", "mtu=9216")
            podman("network", "create", *bare, f"{NAME}-{link}")
        for node in KINDS:
            _start(made, node, image)
        for node in KINDS:
            made.booted(node)
        made.sh("host", f"ip addr add {HOST}/31 dev rail0 && ip route add 10.64.0.0/24 via 10.64.0.0")
        made.sh("spine", f"ip addr add {BEHIND_SPINE}/32 dev lo")
        yield made
    finally:
        for node in KINDS:
            podman("rm", "--force", "--ignore", "--time", "0", f"{NAME}-{node}")
        for link in LINKS:
            podman("network", "rm", f"{NAME}-{link}", check=False)


def _start(fabric: Fabric, node: str, image: str) -> None:
    kind = fabric.place / "kind"
    kind.write_text(KINDS[node] + "\n")
    ports = {link: ends[node] for link, ends in LINKS.items() if node in ends}
    networks = [word for link, port in ports.items() for word in ("--network", f"{NAME}-{link}:interface_name={port}")]
    podman("create", "--name", f"{NAME}-{node}", "--systemd=always", *RIGHTS, *networks, image, "/sbin/init")
    podman("cp", str(kind), f"{NAME}-{node}:/etc/lab/kind")
    podman("start", f"{NAME}-{node}")


@pytest.fixture(scope="module")
def planned(fabric: Fabric) -> Fabric:
    """The fabric after its plan was applied."""
    for switch in ROUTES:
        assert not fabric.ansible(switch, "switch_config", config=plan(switch))["failed"]
    fabric.wait(lambda: fabric.answers("host", BEHIND_SPINE), "packets to be routed")
    return fabric


def running(fabric: Fabric) -> dict[str, Any]:
    shown: dict[str, Any] = fabric.json("leaf", "sonic-cfggen -d --print-data")
    return shown


def saved(fabric: Fabric) -> dict[str, Any]:
    shown: dict[str, Any] = fabric.json("leaf", "cat /etc/sonic/config_db.json")
    return shown


def test_check_mode_predicts_the_change_and_a_second_one_does_nothing(fabric: Fabric) -> None:
    before = running(fabric)
    predicted = fabric.ansible("leaf", "switch_config", "--check", config=plan("leaf"))
    assert running(fabric) == before and predicted["changed"]
    made = fabric.ansible("leaf", "switch_config", config=plan("leaf"))
    assert all(made[key] == predicted[key] for key in ("changed", "before", "after", "commands"))
    assert made["commands"][0] == ["config", "checkpoint", "disagg-0001"] and made["commands"][-1] == SAVE
    again = fabric.ansible("leaf", "switch_config", config=plan("leaf"))
    assert (again["changed"], again["commands"]) == (False, []) and again["before"] == again["after"] == made["after"]
    assert saved(fabric) == running(fabric)


def test_packets_are_routed_over_both_links_to_the_spine(planned: Fabric) -> None:
    (route,) = planned.json("leaf", "ip -j route show 10.64.0.16/28")
    assert sorted(hop["gateway"] for hop in route["nexthops"]) == ["10.64.0.11", "10.64.0.9"]
    assert planned.answers("host", BEHIND_SPINE)
    assert planned.json("leaf", "ip -j link show dev Ethernet0")[0]["mtu"] == 9000


def test_a_route_follows_the_link_of_its_next_hop(planned: Fabric) -> None:
    planned.sh("leaf", "ip link set dev Ethernet16 down")  # the manager brings it up again, and its route
    hops = "ip -j route show 10.64.0.16/28 | jq '.[0].nexthops | length'"
    planned.wait(lambda: planned.sh("leaf", hops).strip() == "2", "the route to come back")


def test_a_row_that_sonic_refuses_leaves_all_as_it_was(planned: Fabric) -> None:
    before, kept = running(planned), saved(planned)
    wish = [row("PORT", "Ethernet0", {"mtu": "8000"}), row("PORT", "Ethernet16", {"speeed": "400000"})]
    told = planned.ansible("leaf", "switch_config", config=wish, neighbours=[HOST])
    assert told["failed"] and "exceptionList:[\"'speeed'\"]" in told["msg"]
    assert told["msg"].endswith("the switch is as before")
    assert (running(planned), saved(planned)) == (before, kept)


def test_a_change_that_loses_a_neighbour_is_rolled_back(planned: Fabric) -> None:
    before, kept = running(planned), saved(planned)
    wish = [row("PORT", "Ethernet0", {"admin_status": "down"})]
    told = planned.ansible("leaf", "switch_config", config=wish, neighbours=[f"{HOST}/31", "10.64.0.9/31"])
    assert told["failed"] and "no longer do: 10.64.0.1; rolled back to checkpoint disagg-" in told["msg"]
    assert (running(planned), saved(planned)) == (before, kept)
    planned.wait(lambda: planned.answers("host", BEHIND_SPINE), "the host to be reached again")


def test_a_neighbour_that_was_silent_before_is_not_waited_for(planned: Fabric) -> None:
    wish = [row("DSCP_TO_TC_MAP", "AZURE", {"27": "3"})]
    told = planned.ansible("leaf", "switch_config", config=wish, neighbours=["10.64.0.99"])
    assert told["changed"] and running(planned)["DSCP_TO_TC_MAP"]["AZURE"]["27"] == "3"


def test_what_is_saved_survives_a_restart_and_what_is_not_is_lost(planned: Fabric) -> None:
    kept = running(planned)
    wish = [row("DSCP_TO_TC_MAP", "AZURE", {"28": "3"})]
    assert planned.ansible("leaf", "switch_config", config=wish, save=False)["changed"]
    assert running(planned) != kept == saved(planned)
    planned.restart("leaf")
    assert running(planned) == kept
    planned.wait(lambda: planned.answers("host", BEHIND_SPINE), "packets to be routed after the restart")


def test_where_only_the_saved_configuration_differs_it_is_saved(planned: Fabric) -> None:
    planned.sh("leaf", 'sed -i \'s/"9000"/"9100"/\' /etc/sonic/config_db.json')
    subject = {"state": "merged", "config": [{"file": "/etc/sonic/config_db.json", "differences": []}]}
    look = planned.ansible("leaf", "host_state", plan={"saved": subject})
    assert look["differs"] == ["saved"]
    assert look["subjects"]["saved"]["have"][0]["differences"][0] == "/PORT/Ethernet0/mtu"
    told = planned.ansible("leaf", "switch_config", config=plan("leaf"))
    assert (told["changed"], told["commands"]) == (True, [SAVE])
    assert planned.ansible("leaf", "host_state", plan={"saved": subject})["differs"] == []


def test_the_newest_three_checkpoints_of_ours_and_all_of_others_stay(planned: Fabric) -> None:
    planned.sh("leaf", "config checkpoint theirs")
    planned.sh("leaf", "for number in 7 8 9; do config checkpoint disagg-000$number; done")
    wish = [row("DSCP_TO_TC_MAP", "AZURE", {"30": "3"})]
    predicted = planned.ansible("leaf", "switch_config", "--check", config=wish)
    assert planned.ansible("leaf", "switch_config", config=wish)["commands"] == predicted["commands"]
    names = planned.json("leaf", "config list-checkpoints")
    assert sorted(names) == ["disagg-0008", "disagg-0009", "disagg-0010", "theirs"]


def test_the_role_runs_only_where_the_switch_differs(planned: Fabric) -> None:
    subjects = {"config_db": {"state": "merged", "config": plan("leaf")}}
    idle = planned.role("sonic", subjects, [])
    assert idle.returncode == 0 and "switch_config" not in idle.stdout and "Change and save" not in idle.stdout
    drift = [{"op": "replace", "path": "/DSCP_TO_TC_MAP/AZURE/26", "value": "1"}]
    planned.sh("leaf", f"echo '{json.dumps(drift)}' > /tmp/drift.json; config apply-patch /tmp/drift.json")
    done = planned.role("sonic", subjects, ["config_db"])
    assert done.returncode == 0 and "changed=1" in done.stdout
    assert running(planned)["DSCP_TO_TC_MAP"]["AZURE"]["26"] == "3"


def test_an_operating_system_that_cannot_be_changed_is_refused(planned: Fabric) -> None:
    subjects = {"config_db": {"state": "merged", "config": []}}
    refused = planned.role("junos", subjects, ["config_db"])
    told = "leaf: os junos cannot be configured; allowed: sonic, cumulus, eos, nxos."
    assert refused.returncode == 2 and told in refused.stdout
    assert planned.role("mlnx_os", {}, []).returncode == 0
