# SPDX-License-Identifier: GPL-3.0-or-later
"""Small clusters of switches beside SONiC, below tests/unit/plan/switches: their wishes and their plans."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from plugins.module_utils.edge.spec_file import read_spec
from plugins.module_utils.nodes import Node, read_contract
from plugins.module_utils.plan import routes, switches
from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.model import Plan
from plugins.module_utils.plan.switch_wish import SwitchWish
from plugins.module_utils.spec.model import Spec

FOLDER = Path(__file__).parent / "switches"
SYSTEMS = ("cumulus", "eos", "nxos")


@lru_cache
def spec_of(system: str) -> Spec:
    return read_spec(str(FOLDER / system / "cluster.yml"))


@lru_cache
def nodes_of(system: str) -> dict[str, Node]:
    path = FOLDER / system / "nodes.json"
    return read_contract(json.loads(path.read_text()), path.name)


@lru_cache
def plans_of(system: str) -> dict[str, Plan]:
    return build(spec_of(system), nodes_of(system))


def wish_of(system: str, switch: str) -> SwitchWish:
    spec, nodes = spec_of(system), nodes_of(system)
    assert spec.fabric.roce
    return switches.wish(nodes[switch], spec.fabric, spec.fabric.roce, routes.blocks(spec.fabric, nodes), None)
