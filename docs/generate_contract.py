# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/contract.md: the lab's data at every arrow of the road, from the functions that make it.

``python docs/generate_contract.py``. A test holds the page to it, so it cannot go stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from plugins.module_utils.checks.judge import judge  # the repository is no installed package
from plugins.module_utils.devices import pfc
from plugins.module_utils.edge.converge import differs, wished
from plugins.module_utils.edge.spec_file import read_spec
from plugins.module_utils.inventory import grouped
from plugins.module_utils.look import shown
from plugins.module_utils.nodes import merge, read_contract
from plugins.module_utils.plan.build import build
from plugins.module_utils.report.document import document
from plugins.module_utils.subject import Seen

HOST = "compute-1"
# what `dcb -j pfc show dev PORT` prints of a port that nobody has set (recorded, iproute2 6.15)
UNSET = '{"pfc_cap":8,"macsec_bypass":false,"delay":0,"prio_pfc":[false,false,false,false,false,false,false,false]}'
PAGE = """\
# The data at every arrow

`cluster.yml ─check─► Terraform ─nodes─► inventory ─► plan ─rows─► apply ─► verify ─► report`, each shown for the lab.
This page is written by `docs/generate_contract.py` from the functions that make the data; a test holds it to them.

## 1 The wish: `inventories/lab/cluster.yml`

Checked strictly before Terraform sees it, since Terraform drops keys it does not know. Every key: [spec.md](spec.md).

```yaml
{wish}```

## 2 The machines: Terraform's output `nodes`

One shape for every provider and for people without Terraform; its schema is [nodes.schema.json](nodes.schema.json).
Every link stands at both of its ends. Here {host} and its first leaf, with the first of their ports each:

```json
{nodes}
```

## 3 The inventory: groups and variables

`plugins/inventory/nodes.py` tells Ansible what is, never what shall be. The groups of {host}, and its variables beside
`node`, which is the entry above:

```yaml
{inventory}```

## 4 The plan: `inventories/lab/plan/{host}.yml`

What shall be, as rows that modules take unchanged. `links` serves verify and the report. The whole file:

```yaml
{plan}```

## 5 Apply: from a row to a command

A device file reads (`parse`), decides what differs (`reconcile`) and says what to run (`render`). For the subject `pfc`
and a port that nobody has set, which shows as:

```json
{shown}
```

that is

```yaml
{commands}```

## 6 The look: what `host_state` returns for it

Apply runs only the roles of `differs`; verify judges the same look.

```yaml
{look}```

## 7 Findings: what verify makes of that look

Everything else that was not looked at is skipped, and says so. What failed, as in `report/report.json`
(its schema is [report.schema.json](report.schema.json)):

```json
{findings}
```
"""


def yaml_of(value: Any) -> str:
    return yaml.safe_dump(value, sort_keys=False, default_flow_style=None, width=118)


def first_ports(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract cut down to one host and its first leaf, with one port each."""
    leaf = contract["nodes"][HOST]["nics"][0]["peer"]["node"]
    ends = {name: {**contract["nodes"][name], "nics": contract["nodes"][name]["nics"][:1]} for name in (HOST, leaf)}
    return {**contract, "nodes": ends}


def inventory(contract: dict[str, Any]) -> dict[str, Any]:
    """Groups and variables of one host."""
    found = grouped(merge([("nodes", contract)]))
    groups = sorted(group for group, hosts in found.groups.items() if HOST in hosts)
    return {"groups": groups, **{key: value for key, value in found.hostvars[HOST].items() if key != "node"}}


def page() -> str:
    """The whole page."""
    contract = json.loads((ROOT / "tests/golden/lab/nodes.json").read_text())
    spec = read_spec(str(ROOT / "inventories/lab/cluster.yml"))
    plans = {name: plan.document() for name, plan in build(spec, read_contract(contract, "nodes.json")).items()}
    planned = plans[HOST]["subjects"]["pfc"]
    want = wished(pfc, planned["config"])
    have = pfc.parse({port: Seen(text=UNSET) for port in want}, {})
    changed = differs(pfc, planned["state"], have, want)
    look = {"subjects": {"pfc": shown(pfc.KEY, have, bool(changed))}, "differs": ["pfc"]}
    report = document("lab", "2026-11-30 12:00:00 UTC", judge(plans, {HOST: {"reachable": True, **look}}))
    failed = [finding for finding in report["findings"] if finding["status"] == "failed"]
    return PAGE.format(
        host=HOST,
        wish=(ROOT / "inventories/lab/cluster.yml").read_text(),
        nodes=json.dumps(first_ports(contract), indent=2),
        inventory=yaml_of(inventory(contract)),
        plan=(ROOT / f"tests/golden/lab/plan/{HOST}.yml").read_text(),
        shown=UNSET,
        commands=yaml_of([" ".join(action.shown()) for action in pfc.render(changed, want, {})]),
        look=yaml_of(look),
        findings=json.dumps({**report, "findings": failed}, indent=2),
    )


if __name__ == "__main__":
    (ROOT / "docs/contract.md").write_text(page())
