#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_hugepages
short_description: Keep huge pages ready
version_added: 0.1.0
description:
  - Sets the number of huge pages of each size for the whole host.
  - Reads back after acting and fails if the kernel found fewer.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The sizes.
    type: list
    elements: dict
    required: true
    suboptions:
      size:
        description: Size of one page.
        type: str
        choices: [2MiB, 1GiB]
        required: true
      count:
        description: How many.
        type: int
  state:
    description:
      - V(merged) sets the numbers, V(deleted) frees all pages of the sizes.
      - V(gathered) only reads. V(rendered) only returns commands.
    type: str
    choices: [merged, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
- name: Keep two gigabytes in huge pages
  disagg.cluster.host_hugepages:
    config: [{size: 2MiB, count: 1024}]
"""

RETURN = r"""
before: {description: "The sizes as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The sizes as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import hugepages
from ..module_utils.edge.module import run_subject

ROW = {
    "size": {"type": "str", "required": True, "choices": [*hugepages.SIZES]},
    "count": {"type": "int"},
}


def main() -> None:
    run_subject(hugepages, ROW, ["merged", "deleted", "gathered", "rendered"])


if __name__ == "__main__":
    main()
