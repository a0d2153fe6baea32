# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
name: part_of_role
short_description: The subjects that are the work of a role
version_added: 0.1.0
description: Takes a plan's subjects, or the names of subjects, and leaves those that one role makes true.
author: The disagg founders (@disagg)
positional: _input, role
options:
  _input:
    description: A plan's subjects by name, or a list of names.
    type: raw
    required: true
  role:
    description: Name of the role, without the collection's.
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Set up the host's part of the fabric
  ansible.builtin.include_role:
    name: disagg.cluster.host_fabric
  vars:
    host_fabric_plan: "{{ plan.subjects | disagg.cluster.part_of_role('host_fabric') }}"
"""

RETURN = r"""
_value:
  description: What is left, in the form of the input.
  type: raw
"""

from typing import Any

from ansible.errors import AnsibleFilterError

from ..module_utils import parts


class FilterModule:
    def filters(self) -> dict[str, Any]:
        return {"part_of_role": part_of_role}


def part_of_role(whole: Any, role: str) -> Any:
    try:
        return parts.part_of_role(whole, role)
    except ValueError as error:
        raise AnsibleFilterError(f"part_of_role: {error}") from None
