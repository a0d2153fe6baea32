#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_dscp
short_description: Map DSCP to priorities on a host's ports
version_added: 0.1.0
description:
  - Reads and sets the application table with iproute2's C(dcb app), only the entries that differ.
  - On mlx5 the first entry makes the port trust DSCP and the last one's removal makes it trust the header's priority.
  - Reads back after acting and fails if the host did not take it.
  - Proven on recordings of C(dcb) 6.15 and, with a stand-in for the driver below the real C(dcb) 6.1, in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  backend:
    description:
      - What the ports are read and set by. V(dcb) is iproute2's, V(mlnx_qos) that of Mellanox's mlnx-tools.
      - V(sysfs) uses the files of MLNX_OFED in C(/sys/class/net/PORT/qos).
      - V(auto) takes the first of them that can read all ports of O(config).
    type: str
    choices: [dcb, mlnx_qos, sysfs, auto]
    default: dcb
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
      map:
        description: Priority by DSCP.
        type: dict
  state:
    description:
      - V(merged) sets the listed entries, V(replaced) removes all others, V(deleted) empties a port's map.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: rail0 maps nothing
- name: Give RoCE priority 3 and its congestion notifications priority 6
  disagg.cluster.host_dscp:
    config:
      - {port: rail0, map: {"26": 3, "48": 6}}
    state: replaced
# after: [{port: rail0, map: {"26": 3, "48": 6}}]
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import dscp
from ..module_utils.edge.module import backend_option, run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "map": {"type": "dict"},
}


def main() -> None:
    run_subject(dscp, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"], backend_option(dscp.BACKENDS))


if __name__ == "__main__":
    main()
