#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: switch_text
short_description: Hand over a switch's configuration as text
version_added: 0.1.0
description:
  - Writes a page with what a person enters into an Arista EOS or Cisco NX-OS switch, what the switch must show
    afterwards, and how to take it back. It connects to nothing and runs on the controller.
  - Given the switch's C(show running-config) it hands over only what is missing, and what must go from the sections
    that are its own. It needs the Python package netutils for that.
  - Proven by AVD for EOS, which renders the same lines. The lines of NX-OS were not proven by any software.
author: The disagg founders (@disagg)
attributes:
  check_mode: {support: full, description: Predicts the change without making it.}
  diff_mode: {support: full, description: Returns the page before and after.}
options:
  name:
    description: Name of the switch.
    type: str
    required: true
  os:
    description: Network operating system of the switch.
    type: str
    required: true
    choices: [eos, nxos]
  config:
    description: Sections of the configuration.
    type: list
    elements: dict
    required: true
    suboptions:
      section:
        description: First line of the section; empty for lines that belong to none.
        type: str
        required: true
      lines:
        description: The lines in it, with their indentation below the section's own.
        type: list
        elements: str
        required: true
  looks:
    description: What to look at afterwards.
    type: list
    elements: dict
    default: []
    suboptions:
      command:
        description: Command to enter.
        type: str
        required: true
      expect:
        description: What its output must contain.
        type: list
        elements: str
        required: true
  running:
    description: File with the output of C(show running-config). Where it is not there, everything is handed over.
    type: path
  dest:
    description: File to write the page to. Its folder is made.
    type: path
    required: true
"""

EXAMPLES = r"""
# before: there is no page
- name: Hand over leaf-1
  disagg.cluster.switch_text:
    name: leaf-1
    os: eos
    config:
      - {section: qos profile disagg, lines: [qos trust dscp, priority-flow-control on]}
      - {section: interface Ethernet1/1, lines: [mtu 9000, service-profile disagg]}
    running: inventories/eos/running/leaf-1.txt
    dest: inventories/eos/handover/leaf-1.txt
# after: inventories/eos/handover/leaf-1.txt holds the lines that leaf-1 lacks
"""

RETURN = r"""
dest: {description: "The page.", returned: always, type: str}
lines: {description: "What a person has to enter.", returned: always, type: list, elements: str}
compared: {description: "Whether O(running) was there to compare with.", returned: always, type: bool}
commands: {description: "Always empty, nothing is run.", returned: always, type: list, elements: list}
"""

from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.edge import file
from ..module_utils.edge.config_text import NoNetutils, missing, stale
from ..module_utils.handover import config_text, page

SECTION = {"section": {"type": "str", "required": True}, "lines": {"type": "list", "elements": "str", "required": True}}
LOOK = {"command": {"type": "str", "required": True}, "expect": {"type": "list", "elements": "str", "required": True}}
ARGUMENT_SPEC = {
    "name": {"type": "str", "required": True},
    "os": {"type": "str", "required": True, "choices": ["eos", "nxos"]},
    "config": {"type": "list", "elements": "dict", "required": True, "options": SECTION},
    "looks": {"type": "list", "elements": "dict", "default": [], "options": LOOK},
    "running": {"type": "path"},
    "dest": {"type": "path", "required": True},
}


def main() -> None:
    module = AnsibleModule(ARGUMENT_SPEC, supports_check_mode=True)
    try:
        module.exit_json(**_handed_over(module.params, module.check_mode))
    except (NoNetutils, OSError, ValueError) as error:
        module.fail_json(msg=str(error))


def _handed_over(wish: dict[str, Any], pretend: bool) -> dict[str, Any]:
    running = Path(wish["running"] or "")
    compared = running.is_file()
    lines = _lines(wish, running.read_text() if compared else None)
    text = page(wish["name"], wish["os"], lines, wish["looks"], compared)
    dest = Path(wish["dest"])
    before = dest.read_text() if dest.is_file() else ""
    if text != before and not pretend:
        file.write(dest, text, "0644")
    diff = {"before_header": str(dest), "after_header": str(dest), "before": before, "after": text}
    return {
        "changed": text != before,
        "dest": str(dest),
        "lines": lines,
        "compared": compared,
        "commands": [],
        "diff": diff,
    }


def _lines(wish: dict[str, Any], running: str | None) -> list[str]:
    """What is to be entered: what must go first, so that nothing that is set is taken away again."""
    planned = config_text(wish["config"], wish["os"])
    if running is None:
        return planned.splitlines()
    return [*stale(planned, running, wish["os"]).splitlines(), *missing(planned, running, wish["os"]).splitlines()]


if __name__ == "__main__":
    main()
