#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_pfc
short_description: Choose which priorities are lossless on a host's ports
version_added: 0.1.0
description:
  - Reads and sets priority flow control with iproute2's C(dcb), only the priorities that differ.
  - Reads back after acting and fails if the port did not take it.
  - Proven on recordings of C(dcb) 6.15 and, with a stand-in for the driver below the real C(dcb) 6.1, in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  backend:
    description:
      - What the ports are read and set by. V(dcb) is iproute2's, V(mlnx_qos) that of Mellanox's mlnx-tools.
      - V(auto) takes the first of them that can read all ports of O(config).
    type: str
    choices: [dcb, mlnx_qos, auto]
    default: dcb
  config:
    description: The ports to look at. A setting that is left out keeps its value under O(state=merged).
    type: list
    elements: dict
    required: true
    suboptions:
      port:
        description: Kernel name of the port.
        type: str
        required: true
      lossless:
        description: Priorities that must not drop, V(0) to V(7).
        type: list
        elements: int
  state:
    description:
      - V(merged) and V(replaced) set what a port shall have, V(deleted) clears it.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: no priority is lossless on rail0
- name: Keep priority 3 lossless on both rails
  disagg.cluster.host_pfc:
    config:
      - {port: rail0, lossless: [3]}
      - {port: rail1, lossless: [3]}
# after: [{port: rail0, lossless: [3]}, {port: rail1, lossless: [3]}]
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import pfc
from ..module_utils.edge.module import backend_option, run_subject

ROW = {"port": {"type": "str", "required": True}, "lossless": {"type": "list", "elements": "int"}}


def main() -> None:
    run_subject(pfc, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"], backend_option(pfc.BACKENDS))


if __name__ == "__main__":
    main()
