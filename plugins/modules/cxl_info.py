#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cxl_info
short_description: Tell all of a host's CXL memory in one call
version_added: 0.1.0
description:
  - Devices with health, media errors and links; regions; their memory with node, zone and bytes online; all NUMA nodes
    with tier and weight; and what this kernel and firmware lack.
  - Needs no tool to tell what is missing. Changes nothing.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  media:
    description: Also count poisoned ranges, which takes seconds on hardware and minutes in an emulated machine.
    type: bool
    default: false
"""

EXAMPLES = r"""
- name: Look at the memory
  disagg.cluster.cxl_info:
  register: memory
# memory.devices: [{device: "0xc0ffee00", memdev: mem3, pci: "0000:0d:00.0", size: 268435456, ready: true, ...}]
"""

RETURN = r"""
lacks: {description: "What is missing, each with what to do.", returned: always, type: list, elements: str}
devices: {description: "Devices, by serial.", returned: always, type: list, elements: dict}
regions: {description: "Volatile regions.", returned: always, type: list, elements: dict}
memory: {description: "The memory of the regions.", returned: always, type: list, elements: dict}
nodes: {description: "NUMA nodes with memory.", returned: always, type: list, elements: dict}
"""

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.cxl import preflight
from ..module_utils.devices import cxl_health, cxl_memory, cxl_region, memory_node
from ..module_utils.edge import looking
from ..module_utils.edge.module import PLACES, host_of

SUBJECTS = {"devices": cxl_health, "regions": cxl_region, "memory": cxl_memory, "nodes": memory_node}


def main() -> None:
    module = AnsibleModule({"media": {"type": "bool", "default": False}, **PLACES}, supports_check_mode=True)
    host = host_of(module)
    lacks = preflight.lacks(host.look(preflight.READS))
    looks = {subject.NAME: {"config": [], "media": module.params["media"]} for subject in SUBJECTS.values()}
    seen = looking.seen(host, looks, 0) if not lacks else {}
    errors = [seen[name]["error"] for name in seen if seen[name]["error"]]
    found = {label: seen.get(subject.NAME, {}).get("have", []) for label, subject in SUBJECTS.items()}
    module.exit_json(changed=False, lacks=[*lacks, *errors], **found)


if __name__ == "__main__":
    main()
