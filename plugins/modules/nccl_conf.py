#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: nccl_conf
short_description: Write NCCL's settings of a host
version_added: 0.1.0
description:
  - Reads C(/etc/nccl.conf) exactly as NCCL does, which trims nothing and lets the first of two settings win.
  - So a line that does not do what its writer meant shows in RV(before) with C(odd), and is mended.
  - The file is written whole and sorted; comments are not kept.
  - Reads back after acting and fails if the host did not take it.
  - Proven on real files.
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
        description: Name of the variable.
        type: str
        required: true
      value:
        description: Its value.
        type: str
  state:
    description:
      - V(merged) and V(replaced) set what is listed, V(overridden) also removes every other line.
      - V(deleted) removes what is listed; a file without settings is removed.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, overridden, deleted, gathered, rendered]
    default: merged
  path:
    description: Where the file lies.
    type: path
    default: /etc/nccl.conf
"""

EXAMPLES = r"""
# before: [{name: "NCCL_IB_TC ", value: " 106", odd: "no variable's name, NCCL trims nothing"}]
- name: Put NCCL into the lossless class
  disagg.cluster.nccl_conf:
    config:
      - {name: NCCL_IB_TC, value: "106"}
    state: overridden
# after: [{name: NCCL_IB_TC, value: "106"}]
"""

RETURN = r"""
before: {description: "The settings as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The settings as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import nccl
from ..module_utils.edge.module import run_subject

ROW = {
    "name": {"type": "str", "required": True},
    "value": {"type": "str"},
}
OPTIONS = {
    "path": {"type": "path", "default": "/etc/nccl.conf"},
}


def main() -> None:
    run_subject(nccl, ROW, ["merged", "replaced", "overridden", "deleted", "gathered", "rendered"], OPTIONS)


if __name__ == "__main__":
    main()
