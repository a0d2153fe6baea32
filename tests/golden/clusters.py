# SPDX-License-Identifier: GPL-3.0-or-later
"""The three whole clusters that golden files are kept of: their spec, their nodes and the plans made of both."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from plugins.module_utils.edge.spec_file import read_spec
from plugins.module_utils.nodes import Node, read_contract
from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.model import Plan
from plugins.module_utils.spec.model import Spec

ROOT = Path(__file__).parents[2]
CLUSTERS = ("lab", "disagg-16", "infiniband-128")
ROCE = ("lab", "disagg-16")


@lru_cache
def spec_of(cluster: str) -> Spec:
    return read_spec(str(ROOT / "inventories" / cluster / "cluster.yml"))


def nodes_of(cluster: str) -> dict[str, Node]:
    """A fresh mapping, which a test may change."""
    return dict(_nodes(cluster))


@lru_cache
def _nodes(cluster: str) -> dict[str, Node]:
    path = ROOT / "tests/golden" / cluster / "nodes.json"
    return read_contract(json.loads(path.read_text()), path.name)


@lru_cache
def plans_of(cluster: str) -> dict[str, Plan]:
    return build(spec_of(cluster), nodes_of(cluster))
