#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: nccl_lint
short_description: Say what is wrong with an nccl.conf, an environment or a job script
version_added: 0.1.0
description:
  - Reads a file as NCCL does, an environment as C(env) prints it, or a Slurm batch script with its exports, and tells
    what does not do what its writer meant, what the release does not know, and what goes against the host's plan.
  - Runs no shell. What only a shell could tell is a finding of the level V(unjudged).
  - Changes nothing and does not fail because of findings.
  - Proven against NVIDIA's own library, which is given the same files.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  path:
    description: An nccl.conf to read.
    type: path
  text:
    description: The text of an nccl.conf, in place of O(path).
    type: str
  env:
    description: An environment as C(env) prints it, such as C(srun env) in the job.
    type: str
  script:
    description: A batch script to read.
    type: path
  plan:
    description: The plan file of a host with GPUs. Without it a value is judged by itself only.
    type: dict
    default: {}
  version:
    description: The release of NCCL, such as V(2.27); the newest known when left out.
    type: str
  fabric:
    description: What the fabric is; the plan tells it where there is one.
    type: str
    choices: [roce, infiniband]
  look:
    description: Whether to look at this host's HCAs, interfaces and GIDs, and judge lists and the GID index by them.
    type: bool
    default: false
"""

EXAMPLES = r"""
# job.sh has: export NCCL_IB_HCA=mlx5_0,mlx5_1
- name: Read a job script before it is run
  disagg.cluster.nccl_lint:
    script: job.sh
    plan: "{{ lookup('file', 'inventories/disagg-16/plan/compute-1.yml') | from_yaml }}"
    version: "2.27"
  register: lint
# lint.findings[0].found: "NCCL_IB_HCA=mlx5_0,mlx5_1: mlx5_1 also means mlx5_10, mlx5_11"
"""

RETURN = r"""
findings:
  description: What was found, by line; C(rule), C(level), C(where), C(line), C(name), C(found), C(allowed), C(why).
  returned: always
  type: list
  elements: dict
lines: {description: "The findings, one line each, for a person.", returned: always, type: list, elements: str}
summary:
  description: How many findings there are of each level.
  returned: always
  type: dict
  sample: {error: 1, warning: 0, unjudged: 0}
"""

from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.devices import gid
from ..module_utils.edge.converge import gather
from ..module_utils.edge.file import CODE
from ..module_utils.edge.host import Host
from ..module_utils.edge.module import PLACES, host_of
from ..module_utils.nccl.facts import Facts, facts_of_plan
from ..module_utils.nccl.finding import Finding
from ..module_utils.nccl.lint import lint_conf, lint_environment, lint_script, summary
from ..module_utils.nccl.release import release_or_newest
from ..module_utils.nccl_gid import own_index
from ..module_utils.subject import Read

ARGUMENT_SPEC = {
    "path": {"type": "path"},
    "text": {"type": "str"},
    "env": {"type": "str"},
    "script": {"type": "path"},
    "plan": {"type": "dict", "default": {}},
    "version": {"type": "str"},
    "fabric": {"type": "str", "choices": ["roce", "infiniband"]},
    "look": {"type": "bool", "default": False},
    **PLACES,
}
GIVEN = ["path", "text", "env", "script"]


def facts(params: dict[str, Any], host: Host) -> Facts:
    """What is known of the host and its plan."""
    try:
        version = release_or_newest(params["version"])
    except ValueError as error:
        raise ValueError(f"version: {error}") from None
    known: dict[str, Any] = {"version": version, **({"fabric": params["fabric"]} if params["fabric"] else {})}
    if params["look"]:
        known.update(looked(host, params["plan"]))
    return facts_of_plan(params["plan"], **known) if params["plan"] else Facts(**known)


def looked(host: Host, plan: dict[str, Any]) -> dict[str, Any]:
    """The host's HCAs and interfaces, and the index at which each planned HCA has its own address."""
    seen = host.look({"hcas": Read(path="/sys/class/infiniband"), "ports": Read(path="/sys/class/net")})
    names = {label: tuple(look.text.split()) for label, look in seen.items()}
    planned = {row["hca"]: row["address"] for row in plan.get("subjects", {}).get("gid", {}).get("config", [])}
    tables = gather(gid, host, "gathered", {hca: {} for hca in planned}, {}).have
    own = {hca: own_index(row["gids"], planned[hca]) for hca, row in tables.items()}
    return {**names, "gids": {hca: index for hca, index in own.items() if index is not None}}


def findings(params: dict[str, Any], known: Facts) -> list[Finding]:
    """The findings about all that was given."""
    found: list[Finding] = []
    if params["path"]:
        found += lint_conf(read(params["path"], "path"), known, params["path"])
    if params["text"] is not None:
        found += lint_conf(params["text"], known)
    if params["env"] is not None:
        found += lint_environment(params["env"], known)
    if params["script"]:
        found += lint_script(read(params["script"], "script"), known, params["script"])
    return found


def read(path: str, option: str) -> str:
    """The text of a file; bytes that are no UTF-8 come through."""
    try:
        return Path(path).read_bytes().decode(*CODE)
    except OSError as error:
        raise ValueError(f"{option}: {path}: {error.strerror}; allowed: a readable file") from None


def main() -> None:
    module = AnsibleModule(
        ARGUMENT_SPEC, required_one_of=[GIVEN], mutually_exclusive=[("path", "text")], supports_check_mode=True
    )
    try:
        found = findings(module.params, facts(module.params, host_of(module)))
    except ValueError as error:
        module.fail_json(msg=str(error))
    module.exit_json(
        changed=False,
        findings=[one.row() for one in found],
        lines=[one.told() for one in found],
        summary=summary(found),
    )


if __name__ == "__main__":
    main()
