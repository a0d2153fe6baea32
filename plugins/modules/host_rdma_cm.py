#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_rdma_cm
short_description: Set RoCE version and traffic class of an HCA's connections
version_added: 0.1.0
description:
  - Sets what RDMA-CM gives new connections, in configfs, and with MLNX_OFED the traffic class of all of an HCA's queue
    pairs.
  - RDMA-CM's folder of an HCA is made where something in it is to be set, and stays. Removing it would undo nothing,
    and making it to look would be a change; so an HCA without the folder reads as not set.
  - NCCL does not use RDMA-CM; it has its own variable, C(NCCL_IB_TC).
  - Reads back after acting and fails if the host did not take it; a device without RoCE v1 refuses it (recorded, Linux
    6.12, Soft-RoCE).
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The HCAs.
    type: list
    elements: dict
    required: true
    suboptions:
      hca:
        description: Name of the RDMA device, as V(mlx5_0).
        type: str
        required: true
      mode:
        description: RoCE version of new connections.
        type: str
        choices: ["IB/RoCE v1", "RoCE v2"]
      tos:
        description: Type of service of RDMA-CM's connections, V(0) to V(255); the DSCP times 4 and the ECN bits.
        type: int
      traffic_class:
        description: The same byte for all of the HCA's queue pairs; MLNX_OFED only.
        type: int
  state:
    description: V(merged) sets what is named. V(gathered) only reads. V(rendered) only returns commands.
    type: str
    choices: [merged, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
- name: Put RDMA-CM's connections into RoCE's class
  disagg.cluster.host_rdma_cm:
    config: [{hca: mlx5_0, mode: RoCE v2, tos: 106}]
"""

RETURN = r"""
before: {description: "The HCAs as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The HCAs as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import rdma_cm
from ..module_utils.edge.module import run_subject

ROW = {
    "hca": {"type": "str", "required": True},
    "mode": {"type": "str", "choices": [*rdma_cm.MODES]},
    "tos": {"type": "int"},
    "traffic_class": {"type": "int"},
}


def main() -> None:
    run_subject(rdma_cm, ROW, ["merged", "gathered", "rendered"])


if __name__ == "__main__":
    main()
