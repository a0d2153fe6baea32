#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_buffer
short_description: Give lossless traffic of a host's ports a receive buffer of its own
version_added: 0.1.0
description:
  - Reads and sets with iproute2's C(dcb) which buffer a priority has, how large it is at least, and how long the
    cable is. A NIC that pauses too late for its cable loses packets, whatever PFC says.
  - A buffer that is larger than O(least) stays so. One that is smaller grows, and the shared one gives the bytes.
  - Reads back after acting and fails if the port did not take it.
  - Proven on recordings of C(dcb) 6.15 and, with a stand-in for the driver below the real C(dcb) 6.1, in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The ports to look at. A setting that is left out keeps its value.
    type: list
    elements: dict
    required: true
    suboptions:
      port:
        description: Kernel name of the port.
        type: str
        required: true
      prio_buffer:
        description: Buffer of each of the eight priorities, V(0) to V(7); V(0) is the shared one.
        type: list
        elements: int
      cable:
        description: Length of the cable in metres, which C(dcb pfc) calls delay.
        type: int
      missing:
        description: Bytes that the buffers lack to O(least). V(0) makes them as large.
        type: int
  least:
    description: The least size of each of the eight buffers, bytes.
    type: list
    elements: int
    default: [0, 0, 0, 0, 0, 0, 0, 0]
  state:
    description:
      - V(merged) sets what is named.
      - V(gathered) only reads.
    type: str
    choices: [merged, gathered]
    default: merged
"""

EXAMPLES = r"""
# before: all priorities share buffer 0 of 262016 bytes
- name: Give priority 3 a buffer for 400G, MTU 9000 and 5 m of cable
  disagg.cluster.host_buffer:
    config:
      - {port: rail0, prio_buffer: [0, 0, 0, 1, 0, 0, 0, 0], cable: 5, missing: 0}
    least: [0, 158336, 0, 0, 0, 0, 0, 0]
# after: buffer 1 has 158336 bytes and buffer 0 the other 103680; [{port: rail0, missing: 0, cable: 5, ...}]
"""

RETURN = r"""
before: {description: "The ports as they were, with size and total.", returned: always, type: list, elements: dict}
after:
  description: The ports as they are now, or would be. Their C(size) is that from before, state V(gathered) reads it.
  returned: always
  type: list
  elements: dict
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import buffer
from ..module_utils.edge.module import run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "prio_buffer": {"type": "list", "elements": "int"},
    "cable": {"type": "int"},
    "missing": {"type": "int"},
}
LEAST = {"type": "list", "elements": "int", "default": [0] * buffer.BUFFERS}


def main() -> None:
    run_subject(buffer, ROW, ["merged", "gathered"], {"least": LEAST})


if __name__ == "__main__":
    main()
