#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_roce_cc
short_description: Set RoCE's congestion control on a host's ports
version_added: 0.1.0
description:
  - Reads and sets ECN for each priority, the class of congestion notifications (CNP) and DCQCN's values.
  - On NVIDIA ConnectX by MLNX_OFED's files in C(/sys/class/net/PORT/ecn), else by the kernel's C(cc_params) in debugfs.
    Which of them a port has is found out on the host. ECN for each priority is there only with MLNX_OFED; the firmware
    starts with all eight on (C(ROCE_CC_PRIO_MASK_P1), see M(disagg.cluster.host_mlxconfig)).
  - On Broadcom Thor by configfs of C(bnxt_re), applied in one go. AMD Pollara's values are set by hand; the error tells
    the commands.
  - V(np_cnp_prio) counts only while the NIC does not take the priority from the packet; writing it sees to that. A
    value that is not in force reads as not set.
  - All is lost at a reboot and at a reload of the driver.
  - Reads back after acting and fails if the host did not take it. Proven on trees of the documented files, not on a
    NIC.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
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
      hca:
        description: The port's RDMA device; needed on Broadcom, as V(bnxt_re0).
        type: str
      ecn_np:
        description: Priorities on which marked packets are answered with a CNP (notification point).
        type: list
        elements: int
      ecn_rp:
        description: Priorities on which CNPs slow the sender (reaction point).
        type: list
        elements: int
      values:
        description:
          - Values by their name in mlx5's C(cc_params). Times in microseconds, rates in Mb/s, V(rp_dce_tcp_g) and
            V(rp_initial_alpha_value) of 1024, V(rp_min_dec_fac) in percent.
          - Broadcom knows V(np_cnp_dscp), V(np_cnp_prio), V(roce_dscp), V(roce_prio), V(ecn_enable), V(ecn_marking),
            V(cc_mode).
        type: dict
  state:
    description: V(merged) sets what is named. V(gathered) only reads.
    type: str
    choices: [merged, gathered]
    default: merged
"""

EXAMPLES = r"""
- name: Answer marks on priority 3 and send CNPs in their own class
  disagg.cluster.host_roce_cc:
    config:
      - {port: rail0, hca: mlx5_0, ecn_np: [3], ecn_rp: [3], values: {np_cnp_dscp: 48, np_cnp_prio: 6}}
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import roce_cc
from ..module_utils.edge.module import run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "hca": {"type": "str"},
    "ecn_np": {"type": "list", "elements": "int"},
    "ecn_rp": {"type": "list", "elements": "int"},
    "values": {"type": "dict"},
}


def main() -> None:
    run_subject(roce_cc, ROW, ["merged", "gathered"])


if __name__ == "__main__":
    main()
