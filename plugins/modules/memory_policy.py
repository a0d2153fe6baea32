#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: memory_policy
short_description: Set what the kernel does with memory by itself
version_added: 0.1.0
description:
  - Whether memory that comes is put online, and whether pages move between tiers of memory.
  - Reads back after acting and fails if the host did not take it.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The settings.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description:
          - V(auto_online_blocks) is V(offline), V(online), V(online_kernel) or V(online_movable).
          - V(demotion_enabled) is V(true) or V(false). V(numa_balancing) is V(0), V(1) or, for tiers, V(2).
        type: str
        choices: [auto_online_blocks, demotion_enabled, numa_balancing]
        required: true
      value:
        description: What it shall be.
        type: str
  state:
    description: V(merged) sets what is named. V(gathered) only reads. V(rendered) only returns commands.
    type: str
    choices: [merged, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
- name: Move cold pages to slower memory, and hot ones back
  disagg.cluster.memory_policy:
    config:
      - {name: demotion_enabled, value: "true"}
      - {name: numa_balancing, value: "2"}
"""

RETURN = r"""
before: {description: "The settings as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The settings as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import memory_policy
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True, "choices": [*memory_policy.FILES]},
    "value": {"type": "str"},
}


def main() -> None:
    run_subject(memory_policy, ROW, ["merged", "gathered", "rendered"])


if __name__ == "__main__":
    main()
