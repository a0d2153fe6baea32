#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_speed
short_description: Free a host's ports from a forced speed
version_added: 0.1.0
description:
  - Reads speed and negotiation with C(ethtool) and sets them.
  - Software can undo a forced speed, it cannot mend a cable. What speed a port reaches is for verify to judge.
  - Reads back after acting and fails if the host did not take it.
  - Proven with a stand-in for the driver in the lab.
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
      autoneg:
        description: Whether the speed is negotiated. Also true of a port that cannot negotiate, as nothing forces it.
        type: bool
      speed:
        description: Speed in Mb/s to force, only beside O(config[].autoneg=false).
        type: int
  state:
    description:
      - V(merged) sets what is listed.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: [{port: rail0, autoneg: false, speed: 40000}]
- name: Let the rails negotiate their speed
  disagg.cluster.host_speed:
    config:
      - {port: rail0, autoneg: true}
# after, read again: [{port: rail0, autoneg: true, speed: 400000}]
"""

RETURN = r"""
before: {description: "The ports as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The ports as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import speed
from ..module_utils.edge.module import run_subject

ROW = {
    "port": {"type": "str", "required": True},
    "autoneg": {"type": "bool"},
    "speed": {"type": "int"},
}


def main() -> None:
    run_subject(speed, ROW, ["merged", "gathered", "rendered"])


if __name__ == "__main__":
    main()
