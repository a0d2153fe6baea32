# SPDX-License-Identifier: GPL-3.0-or-later
from pathlib import Path

import yaml

from plugins.module_utils.inventory import grouped
from plugins.module_utils.nodes import merge

PAIR = yaml.safe_load((Path(__file__).parent / "nodes/pair.yml").read_text())
FOUND = grouped(merge([("pair.yml", PAIR)]))


def test_every_node_joins_its_groups():
    assert FOUND.groups == {
        "compute": ["compute-1"],
        "memory": [],
        "storage": [],
        "management": ["management-1"],
        "leaf": ["leaf-1"],
        "spine": ["spine-1"],
        "fabric_hosts": ["compute-1"],
        "rack_rack_1": ["compute-1", "leaf-1"],
        "rack_rack_2_a": ["management-1"],
        "profile_gpu_node": ["compute-1"],
        "profile_small": ["management-1"],
        "leaf_leaf_1": ["compute-1"],
        "rail_0": ["compute-1"],
    }


def test_roles_are_below_hosts_and_switches():
    assert FOUND.children == {
        "nodes": ("hosts", "switches"),
        "hosts": ("compute", "memory", "storage", "management"),
        "switches": ("leaf", "spine"),
    }


def test_a_host_gets_its_address_user_cluster_and_entry():
    assert FOUND.hostvars["compute-1"] == {
        "ansible_host": "192.0.2.10",
        "ansible_user": "root",
        "cluster_name": "pair",
        "node": PAIR["nodes"]["compute-1"],
    }


def test_each_node_keeps_the_cluster_of_its_source():
    other = {
        "version": 1,
        "cluster": "other",
        "nodes": {"m": {**PAIR["nodes"]["management-1"], "address": "192.0.2.99"}},
    }
    found = grouped(merge([("a", PAIR), ("b", other)]))
    assert (found.hostvars["m"]["cluster_name"], found.groups["management"]) == ("other", ["m", "management-1"])
