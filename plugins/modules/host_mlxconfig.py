#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_mlxconfig
short_description: Set values in the firmware of NVIDIA's NICs for the next boot
version_added: 0.1.0
description:
  - Queries what is in force and what counts from the next boot (C(mlxconfig -e q)), and sets the latter.
  - Never resets and never reboots; RV(reboot) says whether that is needed, and for which settings.
  - C(mstconfig) of mstflint is the same program; name it in O(tools).
  - Proven on outputs that others published, not on a NIC.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The NICs.
    type: list
    elements: dict
    required: true
    suboptions:
      device:
        description: PCI address or name under C(/dev/mst), as V(0000:17:00.0).
        type: str
        required: true
      settings:
        description: Numbers by name. The number is what C(mlxconfig) shows in brackets, V(2) for C(ETH(2)).
        type: dict
  state:
    description: V(merged) sets what is named. V(gathered) only reads, all settings where none is named.
    type: str
    choices: [merged, gathered]
    default: merged
"""

EXAMPLES = r"""
- name: Let no firmware settle the classes with the switch
  disagg.cluster.host_mlxconfig:
    config:
      - {device: "0000:17:00.0", settings: {LLDP_NB_DCBX_P1: 0}}
  register: firmware

- name: Say what waits for a reboot
  ansible.builtin.debug:
    var: firmware.reboot.reason
  when: firmware.reboot.needed
"""

RETURN = r"""
before: {description: "The NICs as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The NICs as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
reboot:
  description: Whether a device waits for a boot, C(needed), and for what, C(reason).
  returned: always
  type: dict
"""

from ..module_utils.devices import mlxconfig
from ..module_utils.edge.module import run_subject

ROW = {"device": {"type": "str", "required": True}, "settings": {"type": "dict"}}


def main() -> None:
    run_subject(mlxconfig, ROW, ["merged", "gathered"], tells=lambda rows: {"reboot": mlxconfig.reboot(rows)})


if __name__ == "__main__":
    main()
