#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_rule
short_description: Choose a routing table by source address
version_added: 0.1.0
description:
  - Reads rules with C(ip rule) and changes those that select by a source O(within) a network and by nothing else.
  - Other rules are left alone. New rules are set before old ones go.
  - Reads back after acting and fails if the host did not take it.
  - Proven on the kernel, in a network namespace and in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The rules.
    type: list
    elements: dict
    required: true
    suboptions:
      source:
        description: Address, or network with prefix.
        type: str
        required: true
      priority:
        description: Priority, where it is not 1000.
        type: int
      table:
        description: Number of the table, or V(main).
        type: str
  state:
    description:
      - V(merged) and V(replaced) set what is listed, V(overridden) also removes every other such rule.
      - V(deleted) removes what is listed.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, overridden, deleted, gathered, rendered]
    default: merged
  within:
    description: Network that holds every source this module may touch.
    type: str
    required: true
"""

EXAMPLES = r"""
# before: no rule selects by source
- name: Look up what comes from rail 0 in table 100
  disagg.cluster.host_rule:
    within: 10.64.0.0/24
    config:
      - {source: 10.64.0.1, table: "100"}
    state: overridden
# after: [{source: 10.64.0.1, table: "100"}]
"""

RETURN = r"""
before: {description: "The rules as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The rules as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import rule
from ..module_utils.edge.module import run_subject

ROW = {
    "source": {"type": "str", "required": True},
    "priority": {"type": "int"},
    "table": {"type": "str"},
}
OPTIONS = {
    "within": {"type": "str", "required": True},
}


def main() -> None:
    run_subject(rule, ROW, ["merged", "replaced", "overridden", "deleted", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
