# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold between the values of a spec: each rule names the values it needs and judges them.

A rule is asked only where all its values are right by themselves, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from . import rules_addresses, rules_fabric, rules_hosts, rules_memory, rules_wiring
from .problem import Problem
from .shape import Reading


@dataclass(frozen=True)
class Rule:
    """``needs`` are paths. ``.*`` stands for an entry: the rule is asked for each, with the entry's path first.
    ``[*]`` stands for all entries: the rule is given the values of those that are right, by the entry's path.
    """

    judge: Callable[..., Iterator[Problem]]
    needs: tuple[str, ...]


def _fabric(judge: Callable[..., Iterator[Problem]], needs: str) -> Rule:
    return Rule(judge, tuple(f"fabric.{need}" for need in needs.split()))


_LEAF = "leaf.ports oversubscription spine.count"
RULES = (
    _fabric(rules_fabric.mtu_fits_type, "type mtu"),
    _fabric(rules_fabric.leaf_os_fits_type, "type leaf.os"),
    _fabric(rules_fabric.spine_os_fits_type, "type spine.os"),
    _fabric(rules_fabric.leaf_model_fits, "type leaf.model leaf.buffer_model"),
    _fabric(rules_fabric.spine_model_fits, "type spine.model spine.buffer_model"),
    _fabric(rules_fabric.roce_fits_type, "type roce"),
    _fabric(rules_fabric.dscp_differs, "roce.dscp roce.cnp_dscp"),
    _fabric(rules_fabric.priority_differs, "roce.priority roce.cnp_priority"),
    _fabric(rules_fabric.lossy_shares_no_headroom, "roce.mode roce.over_subscription"),
    _fabric(rules_fabric.lossy_has_the_stock_alpha, "roce.mode roce.dynamic_th"),
    _fabric(rules_fabric.subnet_manager_fits_type, "type subnet_manager"),
    _fabric(rules_wiring.leaves_fit_rails, "leaf.count rails assignment"),
    _fabric(rules_wiring.leaf_can_be_split, _LEAF),
    _fabric(rules_wiring.spine_has_ports, f"{_LEAF} spine.ports leaf.count"),
    _fabric(rules_addresses.roce_subnet_holds_links, "type subnet leaf.count leaf.ports"),
    _fabric(rules_addresses.infiniband_subnet_holds_ports, "type subnet rails assignment leaf.count leaf.ports"),
    Rule(rules_fabric.leaf_os_fits_provider, ("provider", "fabric.leaf.os")),
    Rule(rules_fabric.spine_os_fits_provider, ("provider", "fabric.spine.os")),
    Rule(rules_addresses.subnets_are_apart, ("management.subnet", "fabric.subnet")),
    Rule(
        rules_addresses.management_holds_all,
        ("management.subnet", "nodes", "fabric.leaf", "fabric.spine"),
    ),
    Rule(rules_hosts.profile_lists_match, tuple(f"profiles.*.{key}" for key in ("ports", "rails", "hcas"))),
    Rule(rules_hosts.profile_names_once, tuple(f"profiles.*.{key}" for key in ("ports", "rails", "hcas"))),
    Rule(rules_hosts.rails_exist, ("profiles.*.ports", "profiles.*.rails", "fabric.rails")),
    Rule(
        rules_hosts.nic_buffer_holds_headroom,
        ("profiles.*.nic_buffer", "profiles.*.nic", *(f"fabric.{need}" for need in ("type", "speed", "mtu", "cables"))),
    ),
    Rule(rules_hosts.hcas_are_of_the_nic, ("profiles.*.hcas", "profiles.*.nic")),
    Rule(rules_hosts.driver_fits_nic, ("profiles.*.nic_driver", "profiles.*.nic")),
    Rule(rules_memory.use_fits_size, tuple(f"profiles.*.memory.{key}" for key in ("size", "use", "zone"))),
    Rule(
        rules_memory.size_fits_ways,
        tuple(f"profiles.*.memory.{key}" for key in ("size", "members", "ways", "granularity", "first")),
    ),
    Rule(rules_memory.bandwidth_fits_weights, tuple(f"profiles.*.memory.{key}" for key in ("weights", "bandwidth"))),
    Rule(rules_hosts.management_port_is_apart, ("profiles.*.ports", "management.port")),
    Rule(rules_hosts.profile_is_known, ("nodes.*.profile", "profiles")),
    Rule(rules_hosts.name_is_free, ("nodes.*.name",)),
    Rule(rules_hosts.names_differ, ("nodes[*].name",)),
    Rule(rules_hosts.subnet_manager_is_a_fabric_host, ("fabric.subnet_manager", "nodes", "profiles")),
    Rule(
        rules_wiring.hosts_fit_leaves,
        ("nodes", "profiles", *(f"fabric.{need}" for need in f"{_LEAF} leaf.count rails assignment".split())),
    ),
)


def broken(reading: Reading) -> list[Problem]:
    """What the rules say is wrong with what was read."""
    return [problem for rule in RULES for problem in _judged(rule, reading)]


def _judged(rule: Rule, reading: Reading) -> Iterator[Problem]:
    for at in _places(rule.needs, reading):
        needs = [at + need.partition(".*")[2] if ".*" in need else need for need in rule.needs]
        if all(need in reading.values or "[*]" in need for need in needs):
            values = [_value(need, reading) for need in needs]
            yield from rule.judge(at, *values) if at else rule.judge(*values)


def _value(need: str, reading: Reading) -> Any:
    if "[*]" not in need:
        return reading.values[need]
    path, _, key = need.partition("[*]")
    return {at: reading.values[at + key] for at in reading.below.get(path, []) if at + key in reading.values}


def _places(needs: tuple[str, ...], reading: Reading) -> list[str]:
    """The entries a rule is asked for; one empty path where it is asked once."""
    many = [need.partition(".*")[0] for need in needs if ".*" in need]
    return reading.below.get(many[0], []) if many else [""]
