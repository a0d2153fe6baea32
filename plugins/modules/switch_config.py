#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: switch_config
short_description: Change a SONiC switch's configuration as one transaction
version_added: 0.1.0
description:
  - Applies the rows of CONFIG_DB that differ as one C(config apply-patch), with a checkpoint before it.
  - Reads back, asks every neighbour that answered before whether it still does, and only then saves.
  - On any failure it goes back to the checkpoint, reads that the switch is as before, and fails with the cause.
  - Where only the saved configuration differs from the running one, it saves. That is a change.
  - The newest three checkpoints of its own stay on the switch. It never deletes another's.
  - Proven in the lab on a stand-in for SONiC's command line that routes real packets, not on a switch.
author: The disagg founders (@disagg)
extends_documentation_fragment: [disagg.cluster.subject]
options:
  config:
    description: Rows of CONFIG_DB. With O(state=gathered), the rows to return; all where there are none.
    type: list
    elements: dict
    required: true
    suboptions:
      table:
        description: Table, for example V(DSCP_TO_TC_MAP).
        type: str
        required: true
      key:
        description: Key of the row, for example V(Ethernet0) or V(Ethernet0|10.64.0.0/31).
        type: str
        required: true
      fields:
        description: Fields and values, all strings. V({}) wishes a row without fields.
        type: dict
      absent:
        description: Whether the row must not be there. Not beside O(config[].fields).
        type: bool
  state:
    description:
      - V(merged) sets the fields that are named and keeps the others.
      - V(replaced) makes a row have these fields and no other.
      - V(deleted) removes the rows. Name no O(neighbours) that are reached through them.
      - V(gathered) only reads. V(rendered) only returns commands and touches nothing.
    type: str
    choices: [merged, replaced, deleted, gathered, rendered]
    default: merged
  neighbours:
    description: Addresses at the other ends of the switch's links. A prefix length is ignored.
    type: list
    elements: str
    default: []
  checkpoint:
    description: What the names of the checkpoints begin with; a number follows.
    type: str
    default: disagg
  save:
    description: Whether to make the configuration the one that is loaded at boot.
    type: bool
    default: true
"""

EXAMPLES = r"""
# before: DSCP 26 goes to traffic class 1, as SONiC ships it
- name: Keep RoCE in the lossless class
  disagg.cluster.switch_config:
    config:
      - {table: DSCP_TO_TC_MAP, key: AZURE, fields: {"26": "3"}}
      - {table: BUFFER_PG, key: Ethernet0|3-4, absent: true}
    neighbours: [10.64.0.1, 10.64.0.3]
# after: the row's fields are as before, but "26" is "3"; the other row is gone; the switch has checkpoint disagg-0001
"""

RETURN = r"""
before: {description: "The rows as they were, like O(config).", returned: always, type: list, elements: dict}
after: {description: "The rows as they are now, or would be.", returned: always, type: list, elements: dict}
commands: {description: "What was run, or would be.", returned: always, type: list, elements: list}
"""

from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.devices import config_db
from ..module_utils.edge.host import ActionFailed
from ..module_utils.edge.module import PLACES, host_of
from ..module_utils.edge.switch import Outcome, Request, transact
from ..module_utils.reconcile import Rows, config_by

PATIENCE = 900  # seconds; SONiC sorts a patch by its YANG models, which takes minutes for many rows
ROW = {
    "table": {"type": "str", "required": True},
    "key": {"type": "str", "required": True, "no_log": False},
    "fields": {"type": "dict"},
    "absent": {"type": "bool"},
}
ARGUMENT_SPEC = {
    "config": {"type": "list", "elements": "dict", "required": True, "options": ROW},
    "state": {
        "type": "str",
        "choices": ["merged", "replaced", "deleted", "gathered", "rendered"],
        "default": "merged",
    },
    "neighbours": {"type": "list", "elements": "str", "default": []},
    "checkpoint": {"type": "str", "default": "disagg"},
    "save": {"type": "bool", "default": True},
    **PLACES,
}


def main() -> None:
    module = AnsibleModule(ARGUMENT_SPEC, supports_check_mode=True)
    wish = module.params
    request = Request(
        wish["state"], wish["config"], wish["neighbours"], wish["checkpoint"], wish["save"], module.check_mode
    )
    try:
        outcome = transact(host_of(module, PATIENCE), request)
    except (ActionFailed, OSError, ValueError) as error:
        module.fail_json(msg=str(error))
    module.exit_json(**_told(outcome, request))


def _told(outcome: Outcome, request: Request) -> dict[str, Any]:
    """The result: of all rows of the switch only those that the wish names."""
    named = {f"{row['table']} {row['key']}" for row in request.config} or {*outcome.before}
    before, after = _rows(outcome.before, named), _rows(outcome.after, named)
    return {
        "changed": bool(outcome.actions) and request.state != "rendered",
        "before": config_by(config_db.KEY, before),
        "after": config_by(config_db.KEY, after),
        "commands": [action.shown() for action in outcome.actions],
        "diff": {"before": before, "after": after},
    }


def _rows(rows: Rows, named: set[str]) -> Rows:
    return {name: row for name, row in rows.items() if name in named and row["fields"] is not None}


if __name__ == "__main__":
    main()
