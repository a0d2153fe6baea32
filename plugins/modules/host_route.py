#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_route
short_description: Set a host's IPv4 routes within one network
version_added: 0.1.0
description:
  - Reads the routes of all tables with C(ip) and changes those that lie O(within) a network.
  - The kernel's own routes and all others are left alone. New routes are set before old ones go.
  - O(config[].metric) names a route together with table and destination; left out it is the kernel's 0.
  - Reads back after acting and fails if the host did not take it.
  - Proven on the kernel, in a network namespace and in the lab.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The routes.
    type: list
    elements: dict
    required: true
    suboptions:
      table:
        description: Number of the table, or V(main).
        type: str
        required: true
      destination:
        description: Network with prefix.
        type: str
        required: true
      metric:
        description: Metric, where it is not 0.
        type: int
      via:
        description: Next hop.
        type: str
      port:
        description: Port the route leaves by.
        type: str
      source:
        description: Source address that the host prefers on this route.
        type: str
  state:
    description:
      - V(merged) and V(replaced) set what is listed, V(overridden) also removes all other routes O(within) the network.
      - V(deleted) removes what is listed.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, overridden, deleted, gathered, rendered]
    default: merged
  within:
    description: Network that holds every destination this module may touch.
    type: str
    required: true
"""

EXAMPLES = r"""
# before: table 100 is empty
- name: Send what belongs to rail 0 by rail 0
  disagg.cluster.host_route:
    within: 10.64.0.0/24
    config:
      - {table: "100", destination: 10.64.0.0/24, via: 10.64.0.0, port: rail0}
    state: overridden
# after: [{table: "100", destination: 10.64.0.0/24, via: 10.64.0.0, port: rail0}]
"""

RETURN = r"""
before: {description: "The routes as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The routes as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import route
from ..module_utils.edge.module import run_subject

ROW = {
    "table": {"type": "str", "required": True},
    "destination": {"type": "str", "required": True},
    "metric": {"type": "int"},
    "via": {"type": "str"},
    "port": {"type": "str"},
    "source": {"type": "str"},
}
OPTIONS = {
    "within": {"type": "str", "required": True},
}


def main() -> None:
    run_subject(route, ROW, ["merged", "replaced", "overridden", "deleted", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
