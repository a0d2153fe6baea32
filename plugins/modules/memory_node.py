#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: memory_node
short_description: Set the weights of NUMA nodes for weighted interleave
version_added: 0.1.0
description:
  - Computes the weights from the bandwidths of the nodes, declared here or reported by the firmware (HMAT, CDAT).
  - They count for programs that ask for it, as with C(numactl --weighted-interleave).
  - Reads back after acting and fails if the host did not take it. Linux 6.9 has weighted interleave.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The kinds of nodes. An empty list changes nothing.
    type: list
    elements: dict
    required: true
    suboptions:
      node:
        description: V(near) for nodes with CPUs, V(far) for those without, such as CXL memory.
        type: str
        choices: [near, far]
        required: true
      bandwidth:
        description: MB/s that it can read. Left out, what the firmware reports.
        type: int
  state:
    description: V(merged) sets the weights. V(gathered) only reads.
    type: str
    choices: [merged, gathered]
    default: merged
"""

EXAMPLES = r"""
- name: Give five pages to DRAM for each on CXL memory
  disagg.cluster.memory_node:
    config:
      - {node: near, bandwidth: 300000}
      - {node: far, bandwidth: 60000}
"""

RETURN = r"""
before: {description: "The nodes as they were.", returned: always, type: list, elements: dict}
after: {description: "The nodes as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import memory_node
from ..module_utils.edge.module import run_subject

ROW = {
    "node": {"type": "str", "required": True, "choices": [memory_node.NEAR, memory_node.FAR]},
    "bandwidth": {"type": "int"},
}


def main() -> None:
    run_subject(memory_node, ROW, ["merged", "gathered"])


if __name__ == "__main__":
    main()
