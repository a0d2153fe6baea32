# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
name: boot_unit
short_description: The boot unit of a plan
version_added: 0.1.0
description:
  - Packs as much of this collection's own code as a boot needs, and the part of a plan that a reboot loses.
  - The same plan and the same code give the same bytes.
author: The disagg founders (@disagg)
positional: _input
options:
  _input:
    description: A plan file's content.
    type: dict
    required: true
  roots:
    description: As the modules take it.
    type: dict
    default: {}
  tools:
    description: As the modules take it.
    type: dict
    default: {}
"""

EXAMPLES = r"""
- name: Re-apply the plan at boot
  disagg.cluster.host_boot:
    config: "{{ boot.subject.config }}"
    program: "{{ boot.program }}"
    plan: "{{ boot.plan }}"
  vars:
    boot: "{{ plan | disagg.cluster.boot_unit }}"
"""

RETURN = r"""
_value:
  description: C(subject) for M(disagg.cluster.host_state), C(program) and C(plan) for M(disagg.cluster.host_boot).
  type: dict
"""

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ansible.errors import AnsibleFilterError

from ..module_utils import boot_program, boot_unit

CODE = Path(__file__).parent.parent / "module_utils"


class FilterModule:
    def filters(self) -> dict[str, Any]:
        return {"boot_unit": unit}


def unit(plan: Any, roots: Mapping[str, str] | None = None, tools: Mapping[str, str] | None = None) -> dict[str, Any]:
    if not isinstance(plan, Mapping) or "subjects" not in plan:
        raise AnsibleFilterError("boot_unit: this is no plan, it has no subjects; give the content of a plan file")
    program = _program()
    return {**boot_unit.boot_unit(plan, program, roots or {}, tools or {}), "program": b64encode(program).decode()}


@lru_cache(maxsize=1)
def _program() -> bytes:
    return boot_program.program({str(path.relative_to(CODE)): path.read_text() for path in CODE.rglob("*.py")})
