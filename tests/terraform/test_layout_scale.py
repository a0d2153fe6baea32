# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand hosts are laid out in seconds: the work grows with the cluster and not with its square."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any

from tests.terraform.conftest import ROOT, Terraform

RAILS = 8
ROOT_MODULE = """
module "layout" {{
  source  = "{layout}"
  cluster = jsondecode(file("${{path.module}}/cluster.json"))
}}
output "links" {{
  value = sum([for node in module.layout.nodes : length(node.nics)]) / 2
}}
"""


def tier(count: int, ports: int, first_address: int) -> dict[str, Any]:
    return {"count": count, "ports": ports, "os": "sonic", "lanes": 4, "first_address": first_address}


def cluster(hosts: int) -> dict[str, Any]:
    """A spec of so many hosts, 32 to a leaf group, at full bisection."""
    leaves = RAILS * hosts // 32
    return {
        "version": 1,
        "name": "large",
        "provider": "bare_metal",
        "management": {"subnet": "10.16.0.0/16", "port": "eth0"},
        "fabric": {
            "type": "roce",
            "speed": "400G",
            "mtu": 9000,
            "rails": RAILS,
            "subnet": "10.128.0.0/9",
            "leaf": tier(leaves, 64, 20000),
            "spine": tier(32, leaves, 30000),
            "roce": {"dscp": 26, "priority": 3, "cnp_dscp": 48, "cnp_priority": 6},
        },
        "profiles": {"h100x8": {"ports": [f"rail{rail}" for rail in range(RAILS)]}},
        "nodes": [{"name": "compute", "role": "compute", "count": hosts, "profile": "h100x8"}],
    }


def seconds(terraform: Terraform, folder: Path, hosts: int) -> float:
    """CPU seconds of one plan; wall-clock time would measure who else is busy on the machine."""
    folder.mkdir()
    (folder / "cluster.json").write_text(json.dumps(cluster(hosts)))
    (folder / "main.tf").write_text(ROOT_MODULE.format(layout=ROOT / "terraform/modules/layout"))
    terraform.must(folder, "init", "-input=false")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = terraform.must(folder, "plan", "-input=false")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert f"links = {hosts * RAILS * 2}" in told
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_four_times_the_hosts_take_at_most_six_times_as_long(terraform: Terraform, tmp_path: Path) -> None:
    small, large = (seconds(terraform, tmp_path / str(hosts), hosts) for hosts in (64, 256))
    assert large < 6 * small, f"{small:.1f} s for 64 hosts, {large:.1f} s for 256"
