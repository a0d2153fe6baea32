#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: terraform_root
short_description: Make the machines of a Terraform root be there, or be gone
version_added: 0.1.0
description:
  - Runs C(init), C(plan) and C(apply) of Terraform or OpenTofu in one root folder and returns its outputs.
  - Applies exactly the plan that it returns, and nothing at all when the plan is empty.
  - Runs on the controller, with the Python that runs Ansible (see the example).
  - Proven with Terraform 1.11 on roots without providers and, with containers, on the lab.
author: The disagg founders (@disagg)
requirements:
  - terraform or tofu, 1.6 or later
  - python-terraform 0.10.1
attributes:
  check_mode:
    support: full
    description: Predicts the change without making it. Installs the root's providers and modules, which planning needs.
  diff_mode:
    support: full
    description: Returns the attributes that differ, by resource, with sensitive ones masked.
options:
  root:
    description: Folder of the Terraform root.
    type: path
    required: true
  binary:
    description:
      - V(terraform), V(tofu) or a path.
      - Left out, it is C(terraform) if that is on the PATH, else C(tofu).
    type: str
    default: ""
  variables:
    description:
      - Values of the root's input variables, by name.
      - Not for secrets; put those into the task's C(environment) as C(TF_VAR_name).
    type: dict
    default: {}
  state:
    description:
      - V(present) applies the root, V(absent) destroys all that its state holds.
      - V(planned) only says what V(present) would change.
    type: str
    choices: [present, absent, planned]
    default: present
  cli_config:
    description:
      - Terraform's CLI configuration file, for example one that names a filesystem mirror.
      - Left out, the environment variable E(TF_CLI_CONFIG_FILE) or Terraform's own default holds.
    type: path
  progress_file:
    description: A file to which a line is added whenever Terraform tells of progress, so that one can watch.
    type: path
"""

EXAMPLES = r"""
# before: no machine is there
- name: Apply the root, with the Python that ansible-playbook runs on
  disagg.cluster.terraform_root:
    root: inventories/lab
    variables:
      image: localhost/disagg-lab:1
  delegate_to: localhost
  vars:
    ansible_python_interpreter: "{{ ansible_playbook_python }}"
  register: machines
# after: machines.outputs.nodes.nodes holds the machines; a second run changes nothing

- name: Remove them
  disagg.cluster.terraform_root:
    root: inventories/lab
    state: absent
"""

RETURN = r"""
changes:
  description: The resources that were changed, or would be.
  returned: success
  type: list
  elements: dict
  contains:
    address: {description: "The resource's address.", type: str, sample: "module.lab.lab_node.node[\"compute-1\"]"}
    action: {description: "V(add), V(change), V(replace) or V(destroy).", type: str}
    before: {description: "The attributes that differ, as they were.", type: dict}
    after: {description: "The attributes that differ, as planned.", type: dict}
summary:
  description: How many resources each action concerns.
  returned: success
  type: dict
  sample: {add: 2, change: 0, destroy: 0, replace: 0}
outputs:
  description: The root's outputs by name, without sensitive ones. In check mode and when planned, as of the last apply.
  returned: success
  type: dict
errors:
  description: What Terraform said when it failed.
  returned: when Terraform failed
  type: list
  elements: dict
  contains:
    summary: {description: "What is wrong.", type: str}
    detail: {description: "Why, and what to do.", type: str}
    address: {description: "The resource it is about, if any.", type: str}
    place: {description: "File and line, if any.", type: str, sample: "main.tf:12"}
"""

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.edge.terraform import Terraform, TerraformError
from ..module_utils.terraform_events import Event
from ..module_utils.terraform_plan import changes, diff, shown_outputs, summary

ARGUMENT_SPEC = {
    "root": {"type": "path", "required": True},
    "binary": {"type": "str", "default": ""},
    "variables": {"type": "dict", "default": {}},
    "state": {"type": "str", "choices": ["present", "absent", "planned"], "default": "present"},
    "cli_config": {"type": "path"},
    "progress_file": {"type": "path"},
}


# what somebody who waits wants to see; init and plan chatter is left out
STEPS = ("apply_start", "apply_progress", "apply_complete", "apply_errored", "resource_drift", "change_summary")


def driver(params: dict[str, Any]) -> Terraform:
    """Terraform, ready to work on the root."""
    env = {"TF_CLI_CONFIG_FILE": params["cli_config"]} if params["cli_config"] else {}
    progress = params["progress_file"]

    def tell(event: Event) -> None:
        if progress and event.get("type") in STEPS:
            with Path(progress).open("a") as file:
                file.write(f"{event['@message']}\n")

    return Terraform(Path(params["root"]), params["binary"], env, tell)


def run(terraform: Terraform, state: str, variables: dict[str, Any], pretend: bool, folder: Path) -> dict[str, Any]:
    """Plan, apply unless ``pretend``, and say what came out."""
    plan = folder / "plan"
    terraform.init()
    changed = terraform.plan(plan, variables, destroy=state == "absent")
    planned = changes(terraform.show(plan))
    if changed and not pretend:
        terraform.apply(plan)
    outputs = shown_outputs(terraform.output())
    return {
        "changed": changed,
        "changes": planned,
        "summary": summary(planned),
        "outputs": outputs,
        "diff": diff(planned),
    }


def main() -> None:
    module = AnsibleModule(ARGUMENT_SPEC, supports_check_mode=True)
    params = module.params
    pretend = module.check_mode or params["state"] == "planned"
    try:
        # The plan file holds the variables' values, so it lies where only this user reads and only for this run.
        with tempfile.TemporaryDirectory(dir=module.tmpdir) as folder:
            result = run(driver(params), params["state"], params["variables"], pretend, Path(folder))
    except TerraformError as error:
        module.fail_json(msg=str(error), errors=[asdict(each) for each in error.diagnostics])
    except (OSError, ValueError) as error:
        module.fail_json(msg=str(error))
    module.exit_json(**result)


if __name__ == "__main__":
    main()
