#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_sysctl
short_description: Set kernel settings of a host
version_added: 0.1.0
description:
  - Reads settings below C(/proc/sys) and sets those that differ with C(sysctl).
  - They are lost at a reboot; M(disagg.cluster.host_boot) sets them again.
  - Reads back after acting and fails if the host did not take it.
  - Proven on the kernel, in a network namespace and in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The settings.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: Name as in sysctl(8); inside a port's name write V(/) for a dot.
        type: str
        required: true
      value:
        description: Value, with single spaces between several numbers.
        type: str
  state:
    description:
      - V(merged) sets what is listed. There is no V(deleted), the kernel does not remember what a value was before.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: net.ipv4.conf.rail0.arp_ignore is 0
- name: Answer ARP only for the rail's own address
  disagg.cluster.host_sysctl:
    config:
      - {name: net.ipv4.conf.rail0.arp_ignore, value: "1"}
# after: [{name: net.ipv4.conf.rail0.arp_ignore, value: "1"}]
"""

RETURN = r"""
before: {description: "The settings as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The settings as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import sysctl
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True},
    "value": {"type": "str"},
}


def main() -> None:
    run_subject(sysctl, ROW, ["merged", "gathered", "rendered"])


if __name__ == "__main__":
    main()
