#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_plan
short_description: Check cluster.yml, and write the plan of each host
version_added: 0.1.0
description:
  - Reads C(cluster.yml) strictly and tells everything that is wrong with it at once, with file, line and column.
  - Computes from it and from the nodes what each host and switch shall be, and writes one file for each.
    The difference these files show is the review of a change; roles apply exactly what they hold.
  - Runs on the controller and needs PyYAML there, which ansible-core brings.
  - Proven by golden plans of three clusters and, for switches, against SONiC's YANG models.
author: The disagg founders (@disagg)
attributes:
  check_mode: {support: full, description: Predicts the change without making it.}
  diff_mode: {support: full, description: Returns each plan before and after.}
options:
  spec:
    description: Path of the cluster's C(cluster.yml).
    type: path
    required: true
  nodes:
    description:
      - Entries of the nodes contract by name, as the inventory plugin P(disagg.cluster.nodes#inventory) gives them
        in the variable C(node) of each host. Required with O(state=planned).
    type: dict
  folder:
    description: Where the plans lie, one file C(<host>.yml) for each. Required with O(state=planned).
    type: path
  state:
    description:
      - V(checked) only reads O(spec).
      - V(planned) writes the plans that differ, and removes those of hosts that are no more.
    type: str
    choices: [checked, planned]
    default: planned
  explain:
    description: Name of a host or switch, of whose numbers RV(explained) shall say why they are so.
    type: str
"""

EXAMPLES = r"""
- name: Refuse a wrong spec before anything is built
  disagg.cluster.cluster_plan:
    spec: inventories/lab/cluster.yml
    state: checked

# before: inventories/lab/plan/ is not there
- name: Write one plan for each host
  disagg.cluster.cluster_plan:
    spec: inventories/lab/cluster.yml
    folder: inventories/lab/plan
    nodes: "{{ dict(groups.all | zip(groups.all | map('extract', hostvars, 'node'))) }}"
    explain: leaf-1
# after: inventories/lab/plan/compute-1.yml, compute-2.yml, leaf-1.yml and on
"""

RETURN = r"""
summary:
  description: The cluster in numbers.
  returned: always
  type: dict
  sample: {name: lab, provider: lab, type: roce, hosts: 5, switches: 3, rails: 2}
plans: {description: "The hosts and switches that have a plan.", returned: always, type: list, elements: str}
written: {description: "Those whose plan was written, or would be.", returned: always, type: list, elements: str}
removed: {description: "Those whose plan was removed, or would be.", returned: always, type: list, elements: str}
plan_warnings:
  description: What is to be known before the plans are applied, each with its hosts. They are also Ansible's warnings.
  returned: always
  type: list
  elements: str
explained:
  description: Two lines for each number of the plan of O(explain), what it is and why.
  returned: always
  type: list
  elements: str
commands: {description: "Always empty, a plan touches no device.", returned: always, type: list, elements: list}
"""

from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.edge.plan_file import plan_text, remove_plan, write_plan, written_plans
from ..module_utils.edge.spec_file import read_spec
from ..module_utils.nodes import read_contract
from ..module_utils.plan.build import build
from ..module_utils.report.reasons import told, warnings
from ..module_utils.spec.model import Spec

ARGUMENT_SPEC = {
    "spec": {"type": "path", "required": True},
    "nodes": {"type": "dict"},
    "folder": {"type": "path"},
    "state": {"type": "str", "choices": ["checked", "planned"], "default": "planned"},
    "explain": {"type": "str"},
}


def summary(spec: Spec) -> dict[str, Any]:
    fabric = spec.fabric
    counts = {"hosts": len(spec.hosts), "switches": len(spec.switches), "rails": fabric.rails}
    return {"name": spec.name, "provider": spec.provider, "type": fabric.type, **counts}


def planned(spec: Spec, nodes: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each plan, by host."""
    known = read_contract({"version": 1, "cluster": spec.name, "nodes": nodes}, "inventory")
    return {host: plan.document() for host, plan in build(spec, known).items()}


def difference(before: dict[str, str], after: dict[str, str], hosts: list[str]) -> list[dict[str, str]]:
    """What changes, one entry for each file."""
    return [
        {
            "before_header": f"{host}.yml" if host in before else "(no plan)",
            "after_header": f"{host}.yml" if host in after else "(no plan)",
            "before": before.get(host, ""),
            "after": after.get(host, ""),
        }
        for host in hosts
    ]


def write(folder: str, before: dict[str, str], after: dict[str, str], pretend: bool) -> dict[str, Any]:
    """Bring a folder from the plans before to those after, unless only asked what would change."""
    written = [host for host in sorted(after) if before.get(host) != after[host]]
    removed = sorted(before.keys() - after.keys())
    if not pretend:
        for host in written:
            write_plan(folder, host, after[host])
        for host in removed:
            remove_plan(folder, host)
    diff = difference(before, after, written + removed)
    return {"changed": bool(diff), "written": written, "removed": removed, "diff": diff}


def main() -> None:
    module = AnsibleModule(
        ARGUMENT_SPEC, required_if=[("state", "planned", ["nodes", "folder"])], supports_check_mode=True
    )
    try:
        spec = read_spec(module.params["spec"])
        plans = planned(spec, module.params["nodes"]) if module.params["state"] == "planned" else {}
        module.exit_json(summary=summary(spec), plans=sorted(plans), commands=[], **_result(module, plans))
    except (OSError, ValueError) as error:
        module.fail_json(msg=str(error))


def _result(module: AnsibleModule, plans: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What is told of plans, once their files are as they shall be; a host to explain is asked for first."""
    explained = told(module.params["explain"], plans) if module.params["explain"] and plans else []
    result: dict[str, Any] = {"changed": False, "written": [], "removed": []}
    if plans:
        texts = {host: plan_text(plan) for host, plan in plans.items()}
        folder = module.params["folder"]
        result = write(folder, written_plans(folder), texts, module.check_mode)
    lines = [f"{one['hosts']}: {one['text']}" for one in warnings(plans)]
    for line in lines:
        module.warn(line)
    return {**result, "plan_warnings": lines, "explained": explained}


if __name__ == "__main__":
    main()
