# SPDX-License-Identifier: GPL-3.0-or-later
"""What a right spec means, and that this arithmetic and Terraform's are one."""

from __future__ import annotations

import json
import re
from collections import Counter
from copy import deepcopy
from fractions import Fraction

import pytest
import yaml

from plugins.module_utils.spec.fields import SPEC
from plugins.module_utils.spec.load import load
from plugins.module_utils.spec.problem import SpecError
from plugins.module_utils.spec.rules_addresses import ranges
from plugins.module_utils.spec.shape import REQUIRED, Listed, Named, Section
from plugins.module_utils.spec.wiring import leaf_block, ports_by_leaf, uplinks
from tests.golden.clusters import EVERY, ROOT, nodes_of, spec_of

LAB = yaml.safe_load((ROOT / "inventories/lab/cluster.yml").read_text())


@pytest.mark.parametrize("cluster", EVERY)
def test_hosts_and_switches_are_those_that_terraform_makes(cluster):
    spec, nodes = spec_of(cluster), nodes_of(cluster)
    assert {*spec.hosts, *spec.switches} == set(nodes)
    for group in spec.nodes:
        for host in group.hosts:
            profile = spec.profile_of(group.name)
            ends = sorted(zip(profile.rails, profile.ports, profile.hcas))
            assert [(nic.rail, nic.port, nic.hca) for nic in nodes[host].nics] == ends


@pytest.mark.parametrize("cluster", EVERY)
def test_a_leaf_has_the_ports_that_the_arithmetic_gives_it(cluster):
    spec, nodes = spec_of(cluster), nodes_of(cluster)
    fabric = spec.fabric
    groups = [(group.count, spec.profiles[group.profile].rails) for group in spec.nodes]
    computed = ports_by_leaf(groups, fabric.leaf.count, fabric.rails, fabric.assignment)
    up = uplinks(fabric.leaf.ports, fabric.oversubscription, fabric.spine.count)
    for index in range(fabric.leaf.count):
        found = Counter(nic.rail is None for nic in nodes[f"leaf-{index + 1}"].nics)
        assert (found[False], found[True]) == (computed[index], up)


@pytest.mark.parametrize("cluster", EVERY)
def test_management_addresses_are_those_that_the_arithmetic_gives(cluster):
    spec, nodes = spec_of(cluster), nodes_of(cluster)
    first = int(spec.management.subnet.network_address)
    for group in ranges(spec.nodes, spec.fabric.leaf, spec.fabric.spine):
        addresses = [nodes[f"{group.name}-{number + 1}"].address for number in range(group.last - group.first + 1)]
        assert addresses == [str(spec.management.subnet[number]) for number in range(group.first, group.last + 1)]
    assert first


def test_what_is_left_out_has_its_default():
    wish = deepcopy(LAB)
    for key in ("assignment", "oversubscription"):
        del wish["fabric"][key]
    for group in wish["nodes"]:
        del group["first_address"]
    wish["fabric"]["leaf"].pop("lanes")
    wish["fabric"]["leaf"]["ports"], wish["fabric"]["spine"]["ports"] = 8, 8
    spec = load(wish)
    assert (spec.fabric.assignment, spec.fabric.oversubscription, spec.fabric.leaf.lanes) == (
        "rail_optimised",
        Fraction(1),
        1,
    )
    assert spec.profiles["lab-compute"].rails == (0, 1)
    assert spec.profiles["lab-memory"].gpus == 0
    assert spec.nodes[0].racks == ("rack-1",)


@pytest.mark.parametrize(("ports", "addresses"), [(6, 16), (8, 16), (9, 32), (64, 128)])
def test_a_leafs_block_is_a_power_of_two(ports, addresses):
    assert leaf_block(ports) == addresses


def test_a_fractional_oversubscription_is_exact():
    assert uplinks(32, Fraction("2.2"), 2) == 10
    assert uplinks(33, Fraction("2.2"), 2) is None


def test_errors_are_values_with_a_path():
    wish = deepcopy(LAB)
    wish["fabric"]["roce"]["dscp"] = 64
    with pytest.raises(SpecError) as error:
        load(wish)
    [problem] = error.value.errors
    assert (problem.path, problem.found) == ("fabric.roce.dscp", "64 found")
    assert problem.allowed == "a whole number from 1 to 63"


def keys(shape, path=""):
    """Each key of the table with its default, by its path without names and numbers."""
    inner = shape.section if isinstance(shape, Named) else shape.kind if isinstance(shape, Listed) else shape
    if not isinstance(inner, Section):
        return {}
    found = {}
    for key, field in inner.fields.items():
        found[f"{path}{key}"] = field.default
        found.update(keys(field.kind, f"{path}{key}."))
    return found


def terraform_keys(text):
    """Each key of the variable with its default's text, None where there is none, REQUIRED where it must be."""
    found, path = {}, []
    for line in text.partition("  type = object({\n")[2].partition("\n  })\n")[0].splitlines():
        if match := re.match(r"\s+(\w+)\s*=\s*(optional\()?(?:map\(|list\()?object\(\{$", line):
            path.append(match[1])
            found[".".join(path)] = None if match[2] else REQUIRED
        elif re.match(r"\s+\}\)+,?$", line) and path:
            path.pop()
        elif match := re.match(r"\s+(\w+)\s*=\s*(optional\((?:list\(\w+\)|\w+)(?:, (.*))?\)|\S+)$", line):
            optional = match[2].startswith("optional(")
            found[".".join([*path, match[1]])] = match[3] if optional else REQUIRED
    return found


def test_terraform_reads_the_same_keys_with_the_same_defaults():
    text = (ROOT / "terraform/modules/shared/cluster.tf").read_text()
    theirs = terraform_keys(text)
    ours = keys(SPEC)
    assert set(theirs) == set(ours)
    for key, default in ours.items():
        assert theirs[key] == (default if default in (REQUIRED, None) else written(default)), key


def written(default):
    """A default as Terraform writes it."""
    return str(default) if isinstance(default, Fraction) else json.dumps(default)
