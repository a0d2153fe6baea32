# SPDX-License-Identifier: GPL-3.0-or-later
"""playbooks/apply.yml on a real systemd: it predicts what it does, does it once, and outlives a reboot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from .conftest import NAME, ROOT, Node

PLAYBOOK = [str(Path(sys.executable).with_name("ansible-playbook")), "playbooks/apply.yml"]
COUNTER = "/usr/local/bin/counting-python"
COUNTING = f"""cat > {COUNTER} <<'end'
#!/bin/sh
echo run >> /run/executions
exec /usr/bin/python3 "$@"
end
chmod 755 {COUNTER}"""
DEAF = "mv /sbin/ip /sbin/ip.real; ln -s /bin/true /sbin/ip"  # an ip that says nothing
HOSTS: dict[str, dict[str, Any]] = {
    "compute-1": {
        "ansible_connection": "containers.podman.podman",
        "ansible_host": NAME,
        "ansible_python_interpreter": COUNTER,
    },
    # nothing listens there
    "gone": {"ansible_connection": "ssh", "ansible_host": "127.0.0.1", "ansible_port": 1},
}
ROOTS = yaml.safe_load((ROOT / "inventories/lab/group_vars/nodes.yml").read_text())["disagg_roots"]
PREDICTED = ("changed", "commands", "before", "after")
OF_A_REGION = ("cxl_memory", "memory_node")  # their rows can be told only once the region is there


@pytest.fixture(scope="module")
def folder(node: Node, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster's folder: the golden plan of compute-1 for the container, and for a host that is not there."""
    node.sh(COUNTING)
    folder = tmp_path_factory.mktemp("cluster")
    (folder / "plan").mkdir()
    for host in HOSTS:
        shutil.copy(ROOT / "tests/golden/lab/plan/compute-1.yml", folder / "plan" / f"{host}.yml")
    inventory = {"all": {"vars": {"disagg_roots": ROOTS}, "children": {"hosts": {"hosts": HOSTS}}}}
    (folder / "hosts.yml").write_text(yaml.safe_dump(inventory))
    return folder


def apply(folder: Path, *words: str) -> tuple[int, str, list[dict[str, Any]]]:
    """Exit code, output, and a record of each task."""
    record = folder / "record.jsonl"
    record.unlink(missing_ok=True)
    settings = {
        "ANSIBLE_CALLBACKS_ENABLED": "disagg.cluster.record,disagg.cluster.summary",
        "ANSIBLE_INVENTORY_ENABLED": "yaml",
        "DISAGG_RECORD": str(record),
    }
    done = subprocess.run(
        [*PLAYBOOK, "-i", f"{folder}/hosts.yml", *words],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = record.read_text().splitlines() if record.exists() else []
    return done.returncode, done.stdout + done.stderr, [json.loads(line) for line in lines]


def told(records: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What each module changed, or would."""
    return [(line["module"], *(line[key] for key in compared(line))) for line in records if "after" in line]


def compared(line: dict[str, Any]) -> tuple[str, ...]:
    """What of a record check mode must foresee."""
    return PREDICTED[:2] if line["module"].rpartition(".")[2] in OF_A_REGION else PREDICTED


def executions(node: Node) -> int:
    """How often a module ran on the host since the last time."""
    count = node.sh("cat /run/executions; rm -f /run/executions").stdout
    return count.count("run\n")


def test_it_predicts_what_it_does_and_does_it_once(node: Node, folder: Path) -> None:
    only = ("--limit", "compute-1")
    checked, text, predicted = apply(folder, *only, "--check", "--diff")
    assert checked == 0, text
    assert "compute-1 would change: host_files, host_sysctl, memory_policy, cxl_region, host_link, host_route" in text
    assert node.sh("ls /etc/nccl.conf").rc

    applied, text, did = apply(folder, *only)
    assert applied == 0, text
    assert told(did) == told(predicted)
    assert len(told(did)) >= 10

    executions(node)
    again, text, _ = apply(folder, *only)
    assert again == 0, text
    assert "nothing had to change: compute-1 is as planned" in text
    assert "changed=0" in text
    assert executions(node) == 1


def test_a_reboot_brings_everything_back(node: Node, folder: Path) -> None:
    node.restart()
    node.sh(COUNTING)
    assert node.sh("systemctl is-active disagg-apply").stdout == "active\n"
    code, text, _ = apply(folder, "--limit", "compute-1")
    assert code == 0, text
    assert "nothing had to change" in text


def test_one_changed_value_runs_one_module(node: Node, folder: Path) -> None:
    node.sh("dcb pfc set dev rail1 prio-pfc 3:off")
    executions(node)
    code, text, records = apply(folder, "--limit", "compute-1")
    assert code == 0, text
    assert [(module, commands) for module, _, commands, *_ in told(records)] == [
        ("disagg.cluster.host_pfc", [["dcb", "pfc", "set", "dev", "rail1", "prio-pfc", "3:on"]])
    ]
    assert executions(node) == 2


def test_a_host_that_is_not_there_is_named_and_the_rest_goes_on(node: Node, folder: Path) -> None:
    node.sh("dcb pfc set dev rail1 prio-pfc 3:off")
    code, text, _ = apply(folder)
    assert code == 4, text
    assert "gone could not be reached and was left as it is; run again with --limit gone once it answers" in text
    assert "compute-1 changed: host_pfc" in text


def test_a_setting_the_host_refuses_fails_with_its_reason_and_no_traceback(node: Node, folder: Path) -> None:
    node.sh(f"ip link set dev rail1 mtu 1500; {DEAF}")
    code, text, _ = apply(folder, "--limit", "compute-1")
    node.sh("mv /sbin/ip.real /sbin/ip")
    assert code == 2
    assert "link rail0: no JSON: ''; the port must exist; look at 'ip link' on the host" in text
    assert "Traceback" not in text
    assert apply(folder, "--limit", "compute-1")[0] == 0


def test_a_host_without_a_plan_is_told_how_to_write_one(folder: Path) -> None:
    (folder / "plan/compute-1.yml").rename(folder / "plan/aside.yml")
    code, text, _ = apply(folder, "--limit", "compute-1")
    (folder / "plan/aside.yml").rename(folder / "plan/compute-1.yml")
    assert code == 2
    assert f"compute-1: there is no plan {folder}/plan/compute-1.yml." in text
    assert "Write the plans first: ansible-playbook playbooks/plan.yml" in text
