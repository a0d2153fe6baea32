# SPDX-License-Identifier: GPL-3.0-or-later
"""The clusters that tests plan, by name: their spec, their nodes as Terraform gave them, and the plans of both."""

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
SHAPES = ("plain", "fewer_leaves", "lossy")  # small clusters of other shapes, below tests/unit/plan/shapes
EVERY = (*CLUSTERS, *SHAPES)
ROCE = ("lab", "disagg-16", *SHAPES)


def _shape(cluster: str) -> Path:
    return ROOT / "tests/unit/plan/shapes" / cluster


@lru_cache
def spec_of(cluster: str) -> Spec:
    folder = _shape(cluster) if cluster in SHAPES else ROOT / "inventories" / cluster
    return read_spec(str(folder / "cluster.yml"))


def nodes_of(cluster: str) -> dict[str, Node]:
    """A fresh mapping, which a test may change."""
    return dict(_nodes(cluster))


@lru_cache
def _nodes(cluster: str) -> dict[str, Node]:
    folder = _shape(cluster) if cluster in SHAPES else ROOT / "tests/golden" / cluster
    path = folder / "nodes.json"
    return read_contract(json.loads(path.read_text()), path.name)


@lru_cache
def plans_of(cluster: str) -> dict[str, Plan]:
    return build(spec_of(cluster), nodes_of(cluster))
