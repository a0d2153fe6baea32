#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_link
short_description: Give a host's ports their address, MTU and state
version_added: 0.1.0
description:
  - Reads and sets ports with iproute2's C(ip). A new address is set before an old one goes.
  - A port that carries the default route or this SSH session is refused, even to V(gathered), unless O(management).
  - Settings are lost at a reboot; M(disagg.cluster.host_boot) sets them again.
  - Reads back after acting and fails if the host did not take it.
  - Proven on the kernel, in a network namespace and in the lab.
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
      address:
        description: IPv4 address with prefix.
        type: str
      others:
        description: IPv4 addresses beside it, sorted. Left out, V(merged) keeps them and V(replaced) removes them.
        type: list
        elements: str
      mtu:
        description: MTU in bytes.
        type: int
      up:
        description: Whether the port is up.
        type: bool
  state:
    description:
      - V(merged) adds the address and keeps others, V(replaced) leaves the port only what is listed.
      - V(deleted) takes all IPv4 addresses away and sets MTU 1500; the port stays up.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
  management:
    description: Allows ports that carry the default route or this SSH session.
    type: bool
    default: false
"""

EXAMPLES = r"""
# before: rail0 has 192.0.2.1/24 and MTU 1500
- name: Address both rails
  disagg.cluster.host_link:
    config:
      - {port: rail0, address: 10.64.0.1/31, mtu: 9000, up: true}
      - {port: rail1, address: 10.64.0.17/31, mtu: 9000, up: true}
    state: replaced
# after: [{port: rail0, address: 10.64.0.1/31, others: [], mtu: 9000, up: true}, ...]
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import link
from ..module_utils.edge.module import run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "address": {"type": "str"},
    "others": {"type": "list", "elements": "str"},
    "mtu": {"type": "int"},
    "up": {"type": "bool"},
}
OPTIONS = {
    "management": {"type": "bool", "default": False},
}


def main() -> None:
    run_subject(link, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
