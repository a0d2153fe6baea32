#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_kernel_module
short_description: Load kernel modules of a host
version_added: 0.1.0
description:
  - Reads C(/sys/module) and loads what is missing with C(modprobe). A module is never unloaded.
  - Built-in modules that have no folder there count as missing.
  - Reads back after acting and fails if the host did not take it.
  - Reading is proven on the kernel; C(modprobe) with a stand-in, containers cannot load modules.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The modules.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: Name, with V(_) or V(-).
        type: str
        required: true
      loaded:
        description: Whether it must be loaded; only V(true) can be wished.
        type: bool
  state:
    description:
      - V(merged) loads what is listed with O(config[].loaded=true).
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: mlx5_ib is not loaded
- name: Load the RDMA driver
  disagg.cluster.host_kernel_module:
    config:
      - {name: mlx5_ib, loaded: true}
# after: [{name: mlx5_ib, loaded: true}]
"""

RETURN = r"""
before: {description: "The modules as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The modules as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import kernel_module
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True},
    "loaded": {"type": "bool"},
}


def main() -> None:
    run_subject(kernel_module, ROW, ["merged", "gathered", "rendered"])


if __name__ == "__main__":
    main()
