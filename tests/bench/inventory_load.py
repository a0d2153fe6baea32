# SPDX-License-Identifier: GPL-3.0-or-later
"""How long Ansible takes to load the same nodes from a Terraform state (our plugin) and from its own YAML inventory.

Run: .venv/bin/python tests/bench/inventory_load.py [HOSTS [RUNS]]. Prints the best CPU seconds of RUNS taken in turn,
and the ratio. With the usual 2000 hosts one run takes some minutes, all but seconds of them in Ansible's plugin.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from plugins.module_utils.inventory import Inventory, grouped
from plugins.module_utils.nodes import merge

RAILS, PER_LEAF = 8, 32
LOAD = """
import sys, time
from ansible.inventory.manager import InventoryManager
from ansible.parsing.dataloader import DataLoader
from ansible.plugins.loader import init_plugin_loader
init_plugin_loader()
started = time.process_time()
found = InventoryManager(DataLoader(), sources=[sys.argv[1]])
print(time.process_time() - started, len(found.hosts))
"""


def node(role: str, index: int, nics: list[dict]) -> dict:
    """One entry of the contract; management addresses count up from 10.0.0.1."""
    address = f"10.{index >> 16}.{index >> 8 & 255}.{index & 255}"
    os, profile = ("sonic", None) if role == "leaf" else (None, "h100x8")
    return {
        "role": role, "os": os, "address": address, "user": "root", "rack": f"rack-{index // 8}",
        "profile": profile, "group": role, "management_port": "eth0", "bmc": None, "tags": {},
        "host_keys": ["ssh-ed25519 " + "A" * 68], "nics": nics,
    }  # fmt: skip


def contract(hosts: int) -> dict:
    """Hosts of eight rails, 32 to a leaf, one leaf for each rail."""
    nodes: dict[str, dict] = {}
    for index in range(hosts):
        nodes[f"compute-{index}"] = node("compute", index + 1, [])
    for leaf in range(-(-hosts // PER_LEAF) * RAILS):
        nodes[f"leaf-{leaf}"] = node("leaf", hosts + leaf + 1, [])
    for index in range(hosts * RAILS):
        cable(nodes, *divmod(index, RAILS), index)
    return {"version": 1, "cluster": "bench", "nodes": nodes}


def cable(nodes: dict[str, dict], host: int, rail: int, index: int) -> None:
    """One /31 link, listed at both ends."""
    ends = [
        (f"compute-{host}", f"rail{rail}"),
        (f"leaf-{host // PER_LEAF * RAILS + rail}", f"Ethernet{host % PER_LEAF}"),
    ]
    addresses = [f"172.{16 + (n >> 16)}.{n >> 8 & 255}.{n & 255}/31" for n in (2 * index + 1, 2 * index)]
    for this, far in ((0, 1), (1, 0)):
        peer = {"node": ends[far][0], "port": ends[far][1], "address": addresses[far]}
        hca = f"mlx5_{rail}" if this == 0 else None
        nic = {
            "port": ends[this][1],
            "rail": rail,
            "hca": hca,
            "address": addresses[this],
            "speed": 400000,
            "peer": peer,
        }
        nodes[ends[this][0]]["nics"].append(nic)


def as_yaml(found: Inventory) -> dict:
    """The same inventory in the form that Ansible's own YAML plugin reads."""
    groups = {name: {"hosts": dict.fromkeys(hosts)} for name, hosts in found.groups.items()}
    parents = {name: {"children": dict.fromkeys(children)} for name, children in found.children.items()}
    return {"all": {"hosts": found.hostvars, "children": {**groups, **parents}}}


def write(folder: Path, hosts: int) -> dict[str, Path]:
    document = contract(hosts)
    state = {"version": 4, "serial": 1, "outputs": {"nodes": {"value": document, "type": "dynamic"}}, "resources": []}
    (folder / "terraform.tfstate").write_text(json.dumps(state, indent=2))
    (folder / "nodes.yml").write_text("plugin: disagg.cluster.nodes\nsources:\n  - state: terraform.tfstate\n")
    with (folder / "hosts.yml").open("w") as file:
        yaml.dump(as_yaml(grouped(merge([("bench", document)]))), file, Dumper=yaml.CSafeDumper)
    return {"disagg.cluster.nodes": folder / "nodes.yml", "ansible.builtin.yaml": folder / "hosts.yml"}


def seconds(plugin: str, source: Path) -> tuple[float, int]:
    """One load in a fresh Python by one plugin alone, and how many hosts it found."""
    env = {**os.environ, "ANSIBLE_CONFIG": str(ROOT / "ansible.cfg"), "ANSIBLE_INVENTORY_ENABLED": plugin}
    done = subprocess.run([sys.executable, "-c", LOAD, source], env=env, capture_output=True, text=True, check=True)
    took, hosts = done.stdout.split()
    return float(took), int(hosts)


def main(hosts: int = 2000, runs: int = 1) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sources = write(Path(folder), hosts)
        taken = [{name: seconds(name, source) for name, source in sources.items()} for _ in range(runs)]
    best = {name: min(run[name] for run in taken) for name in sources}
    for name, (took, found) in best.items():
        print(f"{name:24} {took:6.2f} s for {found} hosts and switches")
    ours, theirs = (took for took, _found in best.values())
    print(f"{'ratio':24} {ours / theirs:6.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
