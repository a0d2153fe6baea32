# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes that are not those of the spec are refused, each difference by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugins.module_utils.plan.build import build
from tests.golden.clusters import nodes_of, spec_of


def refused(nodes):
    with pytest.raises(ValueError) as error:
        build(spec_of("lab"), nodes)
    return str(error.value)


def changed(name, **fields):
    nodes = nodes_of("lab")
    return {**nodes, name: replace(nodes[name], **fields)}


def test_a_node_that_was_not_built_is_missed():
    nodes = nodes_of("lab")
    del nodes["compute-2"]
    assert "nodes.compute-2: missing, cluster.yml has it; do: run playbooks/provision.yml" in refused(nodes)


def test_a_node_that_nobody_wished_for_is_refused():
    nodes = nodes_of("lab")
    extra = {**nodes, "compute-9": replace(nodes["compute-1"], name="compute-9")}
    assert "nodes.compute-9: found, cluster.yml has no such node" in refused(extra)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("role", "memory", "nodes.compute-1.role: memory found; allowed: compute"),
        ("profile", "lab-memory", "nodes.compute-1.profile: lab-memory found; allowed: lab-compute"),
        ("group", "memory", "nodes.compute-1.group: memory found; allowed: compute"),
    ],
)
def test_a_host_of_another_kind_is_refused(field, value, told):
    assert told in refused(changed("compute-1", **{field: value}))


def test_a_switch_with_another_system_is_refused():
    assert "nodes.leaf-1.os: mlnx_os found; allowed: sonic" in refused(changed("leaf-1", os="mlnx_os"))


def test_a_port_of_another_speed_address_or_device_is_refused():
    first, *others = nodes_of("lab")["compute-1"].nics
    told = refused(
        changed("compute-1", nics=(replace(first, speed=100000, address="10.1.1.1/31", hca="mlx5_9"), *others))
    )
    assert "nodes.compute-1.rail0.speed: 100000 found; allowed: 400000 (fabric.speed)" in told
    assert "nodes.compute-1.rail0.address: 10.1.1.1/31 found; allowed: one in fabric.subnet, 10.64.0.0/24" in told
    assert "nodes.compute-1.nics: rail 0 rail0 mlx5_9, rail 1 rail1 mlx5_1 found; allowed: rail 0 rail0 mlx5_0" in told
