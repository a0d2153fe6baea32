#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cxl_region
short_description: Make and remove volatile CXL regions
version_added: 0.1.0
description:
  - Reads the host's topology with C(cxl list), chooses root decoder, devices, order, ways and granularity by the
    kernel's rules, and makes what is missing. A wish that cannot be is refused with the rule that stands against it.
  - A region with another size, ways or granularity than wished is removed and made again.
  - Before a region is removed its memory is put offline. Where that fails, because something uses it, it is put online
    again and nothing is removed; the message names the memory block that holds it.
  - Lists again after acting and fails if the host did not take it, because C(cxl) ends with 0 where it did nothing.
  - Proven on recordings of C(cxl) 81 and the lab's stand-ins. Of a real kernel (6.12, emulated devices) only regions of
    one device were made, used and removed, by hand.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The regions, as wishes.
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
  state:
    description:
      - V(merged) makes what is missing. V(overridden) also removes all other volatile regions.
      - V(deleted) removes every region that holds one of O(config[].members), or is of the wished size.
      - V(gathered) only reads, under the kernel's names. V(rendered) only returns commands; it needs O(listing).
    type: str
    choices: [merged, overridden, deleted, gathered, rendered]
    default: merged
  leak_until_reboot:
    description:
      - Removes a region by force although its memory is in use. Its range of addresses is lost until the next reboot,
        and a program that uses the memory may die.
    type: bool
    default: false
  listing:
    description: A recorded C(cxl list -BPEDMRTHi) to render for, in place of a look at the host.
    type: str
    default: ""
"""

EXAMPLES = r"""
# before: []
- name: Interleave half a terabyte over as many devices as there are
  disagg.cluster.cxl_region:
    config:
      - {name: memory, size: 549755813888, first: bandwidth}
# after: [{name: memory, members: ["0xc0ffee00", "0xc0ffee01"], size: 549755813888, ways: 2, granularity: 256}]

- name: Give a device back to its pool
  disagg.cluster.cxl_region:
    config:
      - {name: memory, members: ["0xc0ffee00"]}
    state: deleted
"""

RETURN = r"""
before: {description: "The regions as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The regions as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import cxl_region
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True},
    "members": {"type": "list", "elements": "str"},
    "size": {"type": "int"},
    "first": {"type": "str", "choices": ["latency", "bandwidth"]},
    "ways": {"type": "int"},
    "granularity": {"type": "int"},
}
OPTIONS = {
    "leak_until_reboot": {"type": "bool", "default": False},
    "listing": {"type": "str", "default": ""},
}


def main() -> None:
    run_subject(cxl_region, ROW, ["merged", "overridden", "deleted", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
