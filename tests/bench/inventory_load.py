# SPDX-License-Identifier: GPL-3.0-or-later
"""How long Ansible takes to load the same nodes from a Terraform state (our plugin) and from its own YAML inventory.

Run: .venv/bin/python tests/bench/inventory_load.py [HOSTS [RUNS]]. Prints the best CPU seconds of RUNS taken in turn,
and the ratio. With the usual 1024 hosts one run takes a minute or more, all but seconds of it in Ansible's plugin.
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
from tests.bench.large_cluster import contract

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


def compared(folder: Path, hosts: int, runs: int) -> dict[str, tuple[float, int]]:
    """By plugin the best CPU seconds of ``runs``, and how many hosts and switches it found."""
    sources = write(folder, hosts)
    taken = [{name: seconds(name, source) for name, source in sources.items()} for _ in range(runs)]
    return {name: min(run[name] for run in taken) for name in sources}


def ratio(best: dict[str, tuple[float, int]]) -> float:
    """Our plugin's time to that of Ansible's."""
    ours, theirs = (took for took, _found in best.values())
    return ours / theirs


def main(hosts: int = 1024, runs: int = 1) -> None:
    with tempfile.TemporaryDirectory() as folder:
        best = compared(Path(folder), hosts, runs)
    for name, (took, found) in best.items():
        print(f"{name:24} {took:6.2f} s for {found} hosts and switches")
    print(f"{'ratio':24} {ratio(best):6.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
