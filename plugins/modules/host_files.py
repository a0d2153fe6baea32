#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_files
short_description: Write whole files of a host
version_added: 0.1.0
description:
  - Compares content and mode, writes a file whole and atomically, owned by the user the module runs as.
  - For settings that have no module of their own, such as limits and lists of kernel modules.
  - Reads back after acting and fails if the host did not take it.
  - Proven on real files.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: The files.
    type: list
    elements: dict
    required: true
    suboptions:
      path:
        description: Where the file lies.
        type: path
        required: true
      content:
        description: All of its text.
        type: str
      mode:
        description: Its mode, four octal digits; goes together with O(config[].content).
        type: str
  state:
    description:
      - V(merged) and V(replaced) write what is listed, V(deleted) removes it.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
"""

EXAMPLES = r"""
# before: no such file
- name: Let RDMA programs lock memory
  disagg.cluster.host_files:
    config:
      - path: /etc/security/limits.d/60-disagg.conf
        content: "* soft memlock unlimited\n* hard memlock unlimited\n"
        mode: "0644"
# after: [{path: /etc/security/limits.d/60-disagg.conf, content: "* soft memlock ...", mode: "0644"}]
"""

RETURN = r"""
before: {description: "The files as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The files as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from ..module_utils.devices import files
from ..module_utils.edge.module import run_subject

ROW = {
    "path": {"type": "path", "required": True},
    "content": {"type": "str"},
    "mode": {"type": "str"},
}


def main() -> None:
    run_subject(files, ROW, ["merged", "replaced", "deleted", "gathered", "rendered"])


if __name__ == "__main__":
    main()
