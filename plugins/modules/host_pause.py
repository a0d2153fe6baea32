#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_pause
short_description: Turn global pause of a host's ports on or off
version_added: 0.1.0
description:
  - Reads and sets IEEE 802.3x pause with C(ethtool). It must be off where single priorities pause (PFC).
  - Reads back after acting and fails if the host did not take it.
  - Proven on recordings of C(ethtool) and with a stand-in for the driver in the lab.
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
      rx:
        description: Whether the port heeds pause.
        type: bool
      tx:
        description: Whether the port sends pause.
        type: bool
  state:
    description:
      - V(merged) and V(replaced) set what a port shall have, V(deleted) turns both off.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: [{port: rail0, rx: true, tx: true}]
- name: Turn global pause off
  disagg.cluster.host_pause:
    config:
      - {port: rail0, rx: false, tx: false}
# after: [{port: rail0, rx: false, tx: false}]
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import pause
from ..module_utils.edge.module import run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "rx": {"type": "bool"},
    "tx": {"type": "bool"},
}


def main() -> None:
    run_subject(pause, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"])


if __name__ == "__main__":
    main()
