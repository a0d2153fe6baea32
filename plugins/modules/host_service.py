#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_service
short_description: Run units of systemd, or do not
version_added: 0.1.0
description:
  - Reads units with C(systemctl show), enables, disables, starts and stops them.
  - A unit that is not installed counts as neither enabled nor running.
  - Reads back after acting and fails if the host did not take it.
  - Proven on systemd in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The units.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: Name of the unit.
        type: str
        required: true
      enabled:
        description: Whether it starts at boot.
        type: bool
      running:
        description: Whether it runs now.
        type: bool
  state:
    description:
      - V(merged) and V(replaced) set what a unit shall be, V(deleted) stops and disables it.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: [{name: opensm.service, enabled: false, running: false}]
- name: Run the subnet manager
  disagg.cluster.host_service:
    config:
      - {name: opensm.service, enabled: true, running: true}
# after: [{name: opensm.service, enabled: true, running: true}]
"""

RETURN = r"""
before: {description: "The units as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The units as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import service
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True},
    "enabled": {"type": "bool"},
    "running": {"type": "bool"},
}


def main() -> None:
    run_subject(service, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"])


if __name__ == "__main__":
    main()
