# SPDX-License-Identifier: GPL-3.0-or-later
"""NCCL's variables by release and by topology, each with its reason."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from plugins.module_utils.nccl.devices import Entry, devices
from plugins.module_utils.nccl.facts import facts_of_plan
from plugins.module_utils.nccl.lint import lint_conf
from plugins.module_utils.nccl.release import release_or_newest
from plugins.module_utils.nccl.variables import VARIABLES
from plugins.module_utils.plan.nccl import choices, nccl
from tests.golden.clusters import EVERY, nodes_of, spec_of

RELEASES = ["2.18.3", "2.20.5", "2.21", "2.27", "2.30.4", "2.30.7", "2.32.3", None]


def with_release(cluster, release):
    spec = spec_of(cluster)
    profiles = {name: replace(profile, nccl=release) for name, profile in spec.profiles.items()}
    return replace(spec, profiles=profiles)


def planned(cluster, release=None, **fabric):
    spec = with_release(cluster, release)
    spec = replace(spec, fabric=replace(spec.fabric, **fabric))
    return {row["name"]: row["value"] for row in nccl(nodes_of(cluster)["compute-1"], spec)["config"]}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("cluster", EVERY)
def test_no_variable_is_planned_that_the_release_does_not_know_and_the_linter_agrees(cluster, release):
    rows = planned(cluster, release)
    version = release_or_newest(release)
    assert all(VARIABLES[name].known_to(version) for name in rows)
    document = {"subjects": {"nccl": {"config": [{"name": name, "value": value} for name, value in rows.items()]}}}
    text = "".join(f"{name}={value}\n" for name, value in rows.items())
    assert lint_conf(text, facts_of_plan(document, version=version)) == []


def test_rails_stand_in_the_list_from_the_release_that_reads_them_on():
    assert planned("lab", "2.30.4")["NCCL_IB_HCA"] == "=mlx5_0,mlx5_1"
    assert planned("lab", "2.30.7")["NCCL_IB_HCA"] == "=mlx5_0:1:0,mlx5_1:1:1"


def test_an_older_nccl_takes_the_same_hcas_and_ports_from_a_list_with_rails():
    """parseStringList before 2.30: the port is what atoi reads behind the colon; all up to the comma is passed over."""
    entries = devices(planned("lab")["NCCL_IB_HCA"]).entries
    assert [(entry.name, entry.port) for entry in entries] == [("mlx5_0", "1"), ("mlx5_1", "1")]
    assert entries[1] == Entry("mlx5_1", "1", "1")


def test_the_gid_is_told_by_index_only_where_nccl_knows_no_range():
    old, new = planned("lab", "2.20.5"), planned("lab", "2.21")
    assert (old["NCCL_IB_GID_INDEX"], "NCCL_IB_ADDR_RANGE" in old) == ("3", False)
    assert ("NCCL_IB_GID_INDEX" in new, new["NCCL_IB_ADDR_RANGE"]) == (False, "10.64.0.0/24")


@pytest.mark.parametrize(
    ("fabric", "joined", "value", "reason"),
    [
        ({"oversubscription": Fraction(1)}, True, "0", "two more hops"),
        ({"oversubscription": Fraction(2)}, True, "0", "1/oversubscription"),
        ({}, False, "0", "no way leads"),
        ({"assignment": "plain"}, True, None, "meet in its leaf"),
    ],
)
def test_whether_a_ring_may_cross_rails_follows_from_the_topology(fabric, joined, value, reason):
    spec = spec_of("lab")
    spec = replace(spec, fabric=replace(spec.fabric, **fabric))
    [choice] = [one for one in choices(nodes_of("lab")["compute-1"], spec, joined) if one.name == "NCCL_CROSS_NIC"]
    assert choice.value == value
    assert reason in choice.why.told()


def test_below_a_single_leaf_nothing_is_gained_by_staying_on_a_rail():
    assert "NCCL_CROSS_NIC" not in planned("fewer_leaves")


@pytest.mark.parametrize("cluster", EVERY)
def test_each_value_and_each_one_left_out_says_why_and_by_whom(cluster):
    made = choices(nodes_of(cluster)["compute-1"], spec_of(cluster))
    assert len({choice.name for choice in made}) == len(made)
    for choice in made:
        assert choice.name in VARIABLES
        assert choice.why.formula and choice.why.source in choice.why.told()


def test_infiniband_has_neither_class_nor_gid():
    assert sorted(planned("infiniband-128")) == ["NCCL_CROSS_NIC", "NCCL_IB_HCA", "NCCL_SOCKET_IFNAME"]
