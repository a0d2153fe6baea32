#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_boot
short_description: Re-apply a host's plan at every boot
version_added: 0.1.0
description:
  - Installs one unit of systemd, the program it runs and the plan that program reads.
  - The program is this collection's own code, packed by P(disagg.cluster.boot_unit#filter).
  - The unit is enabled and not started, because what it does at boot has been done already.
  - Reads back after acting and fails if the host did not take it.
  - Proven on systemd in the lab, with a restart of the host.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The unit; all of its fields go together.
    type: list
    elements: dict
    required: true
    suboptions:
      unit:
        description: Name of the unit, without C(.service).
        type: str
        required: true
      enabled:
        description: Whether it starts at boot.
        type: bool
      text:
        description: Text of the unit.
        type: str
      program:
        description: SHA-256 of O(program) as bytes.
        type: str
      plan:
        description: SHA-256 of O(plan).
        type: str
  state:
    description:
      - V(merged) and V(replaced) install the unit, V(deleted) removes it with its program and plan.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
  program:
    description: The program, a zip archive as base64.
    type: str
    default: ""
  plan:
    description: The plan the program reads, as JSON text.
    type: str
    default: ""
"""

EXAMPLES = r"""
# before: []
- name: Re-apply the plan at boot
  disagg.cluster.host_boot:
    config: "{{ boot.subject.config }}"
    program: "{{ boot.program }}"
    plan: "{{ boot.plan }}"
  vars:
    boot: "{{ plan | disagg.cluster.boot_unit }}"
# after: [{unit: disagg-apply, enabled: true, program: 5b1c..., plan: 09af..., text: "[Unit]..."}]
"""

RETURN = r"""
before: {description: "The unit as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The unit as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import boot
from ..module_utils.edge.module import run_subject

ROW = {
    "unit": {"type": "str", "required": True},
    "enabled": {"type": "bool"},
    "text": {"type": "str"},
    "program": {"type": "str"},
    "plan": {"type": "str"},
}
OPTIONS = {
    "program": {"type": "str", "default": ""},
    "plan": {"type": "str", "default": ""},
}


def main() -> None:
    run_subject(boot, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
