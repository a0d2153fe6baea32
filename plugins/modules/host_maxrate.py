#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_maxrate
short_description: Limit what each traffic class of a host's ports may send
version_added: 0.1.0
description:
  - Reads and sets the limits with iproute2's C(dcb) or with C(mlnx_qos), only the classes that differ.
  - C(dcb) before iproute2 6.18 shows and sets 1/125 of the truth. The module asks for its version and corrects that.
  - Reads back after acting and fails if the port did not take it. A NIC may know only steps of 100 Mb/s or 1 Gb/s.
  - Proven on recordings of C(dcb) 6.15 and C(mlnx_qos) 1.2, which set one port in turn.
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
  iproute2:
    description: Version of the host's C(dcb), as V(6.15); found out on the host unless O(state=rendered).
    type: str
  config:
    description: The ports.
    type: list
    elements: dict
    required: true
    suboptions:
      port:
        description: Kernel name of the port.
        type: str
        required: true
      maxrate:
        description: The most of each of the eight traffic classes, Mb/s; V(0) for no limit.
        type: list
        elements: int
  state:
    description:
      - V(merged) and V(replaced) set what a port shall have, V(deleted) takes the limits away.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: no class of rail0 is limited
- name: Keep best effort below 100 Gb/s
  disagg.cluster.host_maxrate:
    config:
      - {port: rail0, maxrate: [100000, 0, 0, 0, 0, 0, 0, 0]}
# after: as asked
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import maxrate
from ..module_utils.edge.module import backend_option, run_subject

ROW = {"port": {"type": "str", "required": True}, "maxrate": {"type": "list", "elements": "int"}}


def main() -> None:
    options = {**backend_option(maxrate.BACKENDS), "iproute2": {"type": "str"}}
    run_subject(maxrate, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"], options)


if __name__ == "__main__":
    main()
