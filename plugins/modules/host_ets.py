#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_ets
short_description: Share a host's ports between traffic classes
version_added: 0.1.0
description:
  - Reads and sets IEEE 802.1Qaz ETS with iproute2's C(dcb), all that differs of a port in one command.
  - Reads back after acting and fails if the host did not take it.
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
    description: The ports. A setting that is left out keeps its value under O(state=merged).
    type: list
    elements: dict
    required: true
    suboptions:
      port:
        description: Kernel name of the port.
        type: str
        required: true
      tsa:
        description: Algorithm of each of the eight traffic classes, V(ets) or V(strict).
        type: list
        elements: str
      bandwidth:
        description: Percent of each class; 100 together over the V(ets) ones, 0 for V(strict).
        type: list
        elements: int
      priority_tc:
        description: Traffic class of each priority.
        type: list
        elements: int
  state:
    description:
      - V(merged) and V(replaced) set what a port shall have.
      - V(deleted) makes every class strict and gives each priority its own, as the standard starts.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: every class of rail0 is strict
- name: Share rail 0 between RoCE and the rest
  disagg.cluster.host_ets:
    config:
      - port: rail0
        tsa: [ets, ets, ets, ets, ets, ets, strict, ets]
        bandwidth: [50, 0, 0, 50, 0, 0, 0, 0]
        priority_tc: [0, 0, 0, 3, 0, 0, 6, 0]
# after: as asked
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import ets
from ..module_utils.edge.module import backend_option, run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "tsa": {"type": "list", "elements": "str"},
    "bandwidth": {"type": "list", "elements": "int"},
    "priority_tc": {"type": "list", "elements": "int"},
}


def main() -> None:
    run_subject(ets, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"], backend_option(ets.BACKENDS))


if __name__ == "__main__":
    main()
