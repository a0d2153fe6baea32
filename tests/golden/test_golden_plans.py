# SPDX-License-Identifier: GPL-3.0-or-later
"""The plans of whole clusters; UPDATE_GOLDEN=1 rewrites them, their diff is the review."""

from __future__ import annotations

import os
import random

import pytest
import yaml

from plugins.module_utils.edge.plan_file import plan_text
from plugins.module_utils.plan.build import build
from tests.golden.clusters import CLUSTERS, ROOT, nodes_of, plans_of, spec_of


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_a_cluster_is_planned_as_reviewed(cluster):
    folder = ROOT / "tests/golden" / cluster / "plan"
    made = {f"{host}.yml": plan_text(plan.document()) for host, plan in plans_of(cluster).items()}
    if os.environ.get("UPDATE_GOLDEN"):
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.yml"):
            path.unlink()
        for name, text in made.items():
            (folder / name).write_text(text)
    assert made == {path.name: path.read_text() for path in folder.glob("*.yml")}


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_a_plan_file_holds_exactly_the_plan(cluster):
    for plan in plans_of(cluster).values():
        assert yaml.safe_load(plan_text(plan.document())) == plan.document()


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_the_order_of_nodes_and_ports_does_not_matter(cluster):
    spec, nodes = spec_of(cluster), nodes_of(cluster)
    dice = random.Random(7)
    shuffled = dict(dice.sample([*nodes.items()], len(nodes)))
    for name, node in shuffled.items():
        nics = tuple(dice.sample(node.nics, len(node.nics)))
        shuffled[name] = type(node)(**{**vars(node), "nics": nics})
    texts = [
        {host: plan_text(plan.document()) for host, plan in build(spec, given).items()} for given in (nodes, shuffled)
    ]
    assert texts[0] == texts[1]
