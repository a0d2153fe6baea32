#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: nvue_config
short_description: Change a Cumulus Linux switch's NVUE configuration as one transaction
version_added: 0.1.0
description:
  - Stages what differs, applies it on trial, reads back, asks every neighbour that answered before whether it still
    does, and only then confirms and saves.
  - On any failure it refuses the trial, reads that the switch is as before, and fails with the cause. A switch that can
    no longer be reached goes back by itself after five minutes.
  - Refuses to start where somebody has staged changes and not applied them, for they would go in with these.
  - Where only the saved configuration differs from the applied one, it saves. That is a change.
  - Needs Cumulus Linux 5.11 or later, whose Python Ansible can use.
  - Proven on a stand-in for C(nv) that follows NVIDIA's documentation of 5.14, not on a switch.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: Places in NVUE's tree. With O(state=gathered), those to return; all where there are none.
    type: list
    elements: dict
    required: true
    suboptions:
      path:
        description: The words of C(nv set) before the value, for example V(interface swp1 link mtu).
        type: str
        required: true
      value:
        description: The value, in quotes. Left out for a place that only is there, such as an address.
        type: str
        default: ""
  state:
    description:
      - V(merged) sets these places and keeps all others.
      - V(deleted) removes them and all below them. Name no O(neighbours) that are reached through them.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, deleted, gathered, rendered]
    default: merged
  neighbours:
    description: Addresses at the other ends of the switch's links. A prefix length is ignored.
    type: list
    elements: str
    default: []
  save:
    description: Whether to make the configuration the one that is loaded at boot, where the switch does not by itself.
    type: bool
    default: true
"""

EXAMPLES = r"""
# before: the ports take 9216 bytes, as Cumulus Linux ships them, and no class is lossless
- name: Make RoCE lossless
  disagg.cluster.nvue_config:
    config:
      - {path: qos roce mode, value: lossless}
      - {path: interface swp1 link mtu, value: "9000"}
      - {path: interface swp1 ip address 10.64.0.0/31}
    neighbours: [10.64.0.1]
# after: nv config show has qos.roce.mode lossless; lines are
# nv set interface swp1 ip address 10.64.0.0/31, nv set interface swp1 link mtu 9000, nv set qos roce mode lossless
"""

RETURN = r"""
before: {description: "The places as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The places as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
lines: {description: "The same change as C(nv set) and C(nv unset).", returned: always, type: list, elements: str}
"""

from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.devices import nvue
from ..module_utils.edge.host import ActionFailed
from ..module_utils.edge.module import PLACES, host_of
from ..module_utils.edge.nvue import transact
from ..module_utils.edge.switch import Outcome, Request
from ..module_utils.reconcile import Rows, changes, config_by

PATIENCE = 600  # seconds; NVUE renders the whole switch anew for each revision
ROW = {"path": {"type": "str", "required": True}, "value": {"type": "str", "default": ""}}
ARGUMENT_SPEC = {
    "config": {"type": "list", "elements": "dict", "required": True, "options": ROW},
    "state": {"type": "str", "choices": ["merged", "deleted", "gathered", "rendered"], "default": "merged"},
    "neighbours": {"type": "list", "elements": "str", "default": []},
    "save": {"type": "bool", "default": True},
    **PLACES,
}


def main() -> None:
    module = AnsibleModule(ARGUMENT_SPEC, supports_check_mode=True)
    wish = module.params
    request = Request(wish["state"], wish["config"], wish["neighbours"], "", wish["save"], module.check_mode)
    try:
        outcome = transact(host_of(module, PATIENCE), request)
    except (ActionFailed, OSError, ValueError) as error:
        module.fail_json(msg=str(error))
    module.exit_json(**_told(outcome, request))


def _told(outcome: Outcome, request: Request) -> dict[str, Any]:
    """The result: of all places of the switch only those that the wish names."""
    named = {row["path"] for row in request.config} or {*outcome.before}
    before, after = _rows(outcome.before, named), _rows(outcome.after, named)
    return {
        "changed": bool(outcome.actions) and request.state != "rendered",
        "before": config_by(nvue.KEY, before),
        "after": config_by(nvue.KEY, after),
        "commands": [action.shown() for action in outcome.actions],
        "lines": nvue.lines(changes(outcome.before, outcome.after, nvue.BLANK)),
        "diff": {"before": before, "after": after},
    }


def _rows(rows: Rows, named: set[str]) -> Rows:
    return {name: row for name, row in rows.items() if name in named and row["value"] is not None}


if __name__ == "__main__":
    main()
