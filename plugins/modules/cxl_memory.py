#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cxl_memory
short_description: Use the memory of CXL regions as system RAM or as devices
version_added: 0.1.0
description:
  - Turns the dax device of each region into system RAM in a zone, or into a device for programs that map it.
  - Memory that is in use is not taken away. Where it cannot all be put offline, it is put online again.
  - Where the kernel takes a dax device on and off as a whole (its C(state) file, Linux 7.3), that is used.
  - Reads back after acting and fails if the host did not take it.
  - Proven on recordings of C(daxctl) 81 and the lab's stand-ins. Of a real kernel (6.12, emulated devices) only regions
    of one device were made, used and removed, by hand.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The memory, by the regions that M(disagg.cluster.cxl_region) makes of the same fields.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: Name in the plan. Several regions of one wish are called C(name-1), C(name-2) and on.
        type: str
        required: true
      members:
        description:
          - The devices, each by its serial, as V(0xc0ffee00), or by its PCI address; never as memN, which changes
            from boot to boot.
          - Left out, the host's topology decides, and what is there and fits stays.
        type: list
        elements: str
      size:
        description: Bytes in all, a multiple of 256 MiB for each way and of the host's memory block.
        type: int
      first:
        description:
          - V(latency) takes each device as a region of its own, the nearest first.
          - V(bandwidth) takes one region over as many devices as the rules allow.
        type: str
        choices: [latency, bandwidth]
      ways:
        description: Devices in the one region. Left out, it follows from O(config[].first).
        type: int
      granularity:
        description: Bytes on one device before the next. Left out, it is the root decoder's, or 256.
        type: int
      use:
        description: V(system_ram) makes a NUMA node without CPUs, V(devdax) a device.
        type: str
        choices: [system_ram, devdax]
      zone:
        description:
          - Where system RAM goes; it must be chosen.
          - V(movable) can be taken back. V(normal) serves the kernel too and can hardly ever be taken back.
        type: str
        choices: [movable, normal]
  policy:
    description: What the kernel does with memory that comes, as M(disagg.cluster.memory_policy) sets it.
    type: str
    choices: ["offline", "online", "online_kernel", "online_movable"]
    default: "offline"
  state:
    description:
      - V(merged) sets what is wished. V(gathered) only reads.
      - V(rendered) only returns commands; it needs O(listing).
    type: str
    choices: [merged, gathered, rendered]
    default: merged
  listing:
    description: A recorded C(cxl list -BPEDMRTHi) to render for, in place of a look at the host.
    type: str
    default: ""
"""

EXAMPLES = r"""
- name: Use it as memory that can be taken back
  disagg.cluster.cxl_memory:
    config:
      - {name: memory, size: 549755813888, first: bandwidth, use: system_ram, zone: movable}
"""

RETURN = r"""
before: {description: "The memory as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The memory as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import cxl_memory
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True},
    "members": {"type": "list", "elements": "str"},
    "size": {"type": "int"},
    "first": {"type": "str", "choices": ["latency", "bandwidth"]},
    "ways": {"type": "int"},
    "granularity": {"type": "int"},
    "use": {"type": "str", "choices": ["system_ram", "devdax"]},
    "zone": {"type": "str", "choices": ["movable", "normal"]},
}
OPTIONS = {
    "policy": {
        "type": "str",
        "choices": ["offline", "online", "online_kernel", "online_movable"],
        "default": "offline",
    },
    "listing": {"type": "str", "default": ""},
}


def main() -> None:
    run_subject(cxl_memory, ROW, ["merged", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
