#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_state
short_description: Look at everything a plan says of a host, in one execution
version_added: 0.1.0
description:
  - Gathers every subject of a host's or a switch's plan and says which of them differ from it. Changes nothing.
  - Roles run only where a subject differs, and verify judges the same look.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  plan:
    description: The C(subjects) of a plan file.
    type: dict
    required: true
  only:
    description: Subjects to look at; all that the plan has when left out.
    type: list
    elements: str
    default: []
  measure:
    description: Look also at subjects that send traffic, such as C(reach).
    type: bool
    default: false
  interval:
    description:
      - Seconds between two readings of the ports' counters (C(counters)), before and after all other subjects.
      - V(0) reads none.
    type: float
    default: 0
"""

EXAMPLES = r"""
- name: Look at the host
  disagg.cluster.host_state:
    plan: "{{ plan.subjects }}"
  register: look
# look.subjects.pfc: {have: [{port: rail0, lossless: []}], differs: true, error: ""}, look.differs: [pfc]
"""

RETURN = r"""
subjects:
  description: By subject, the rows as they are, whether they differ from the plan, and why they could not be read.
  returned: always
  type: dict
differs: {description: "The subjects that differ, sorted.", returned: always, type: list, elements: str}
missing: {description: "The commands that are not installed, sorted.", returned: always, type: list, elements: str}
"""

from ansible.module_utils.basic import AnsibleModule

from ..module_utils import look
from ..module_utils.edge import looking
from ..module_utils.edge.module import PLACES, host_of

ARGUMENT_SPEC = {
    "plan": {"type": "dict", "required": True},
    "only": {"type": "list", "elements": "str", "default": []},
    "measure": {"type": "bool", "default": False},
    "interval": {"type": "float", "default": 0},
    **PLACES,
}


def main() -> None:
    module = AnsibleModule(ARGUMENT_SPEC, supports_check_mode=True)
    try:
        wanted = {name: module.params[name] for name in ("plan", "only", "measure", "interval")}
        seen = looking.seen(host_of(module), look.wanted(**wanted), module.params["interval"])
    except ValueError as error:
        module.fail_json(msg=f"plan: {error}")
    module.exit_json(
        changed=False,
        subjects=seen,
        differs=sorted(name for name, subject in seen.items() if subject["differs"]),
        missing=sorted({subject["tool"] for subject in seen.values()} - {""}),
    )


if __name__ == "__main__":
    main()
