# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
name: nodes
short_description: Takes hosts and switches from Terraform's output C(nodes)
version_added: 0.1.0
author: The disagg founders (@disagg)
description:
  - Reads the output C(nodes) of one or more Terraform or OpenTofu roots, or a YAML file of the same shape,
    and nothing else of them. No provider, no plugin and no network is needed for a local state.
  - Every source must be readable, complete and consistent. Anything else is an error that names source, node and field.
  - Each host gets C(ansible_host), C(ansible_user), C(cluster_name) and C(node), its entry in the contract.
  - "Groups are the roles (C(compute), C(memory), C(storage), C(management), C(leaf), C(spine)), their parents C(hosts)
    and C(switches) below C(nodes), C(fabric_hosts) (hosts with fabric ports), and C(rack_NAME), C(profile_NAME),
    C(leaf_NAME) (the hosts behind that leaf) and C(rail_NUMBER) (the hosts on that rail)."
notes:
  - Set C(any_unparsed_is_failed) in the section C(inventory) of ansible.cfg. Without it Ansible only warns of a broken
    source and goes on without its hosts.
extends_documentation_fragment:
  - constructed
  - inventory_cache
options:
  plugin:
    description: Must be V(disagg.cluster.nodes).
    type: str
    required: true
    choices: [disagg.cluster.nodes]
  sources:
    description:
      - Where the nodes are told, at least one. Several are merged. A node may come from one source only, and a link may
        lead from one source to another.
      - Paths are relative to this file.
    type: list
    elements: dict
    required: true
    suboptions:
      state:
        description: A local state file. Exactly one of O(sources[].state), O(sources[].terraform), O(sources[].file).
        type: str
      terraform:
        description: The folder of an initialised root, to be asked by its binary. For encrypted state and for backends
          other than local.
        type: str
      file:
        description: A YAML file in the shape of the contract.
        type: str
      workspace:
        description: The workspace, for O(sources[].state) and O(sources[].terraform).
        type: str
      binary:
        description: The binary for O(sources[].terraform). Without it C(terraform), or C(tofu) where there is none.
        type: str
  strict:
    description: An expression in O(compose), O(groups) or O(keyed_groups) that fails is an error.
    type: bool
    default: true
"""

EXAMPLES = r"""
# inventories/lab/nodes.yml: the state of the root beside it
plugin: disagg.cluster.nodes
sources:
  - state: terraform.tfstate

---
# hosts from a workspace, switches from a root with another backend, more by hand
plugin: disagg.cluster.nodes
sources:
  - {state: ../cloud/terraform.tfstate, workspace: production}
  - {terraform: ../switches, binary: tofu}
  - file: by-hand.yml
keyed_groups:
  - {key: node.group, prefix: group}
compose:
  fabric_ports: node.nics | length
cache: true
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from ansible.errors import AnsibleParserError
from ansible.plugins.inventory import BaseInventoryPlugin, Cacheable, Constructable

from ..module_utils.contract import Contract
from ..module_utils.contract_values import meant
from ..module_utils.inventory import Inventory, grouped
from ..module_utils.nodes import merge
from ..module_utils.sources import read_sources
from ..plugin_utils.node_sources import fetch


class InventoryModule(BaseInventoryPlugin, Constructable, Cacheable):
    NAME = "disagg.cluster.nodes"

    def verify_file(self, path: str) -> bool:
        name = Path(path).name
        return super().verify_file(path) and f".{name}".endswith((".nodes.yml", ".nodes.yaml"))

    def parse(self, inventory: Any, loader: Any, path: str, cache: bool = True) -> None:
        super().parse(inventory, loader, path, cache)
        config = self._read_config_data(path)
        try:
            self._refuse_unknown(config, path)
            found = grouped(self._contracts(path, may_be_cached=cache))
        except ValueError as error:
            raise AnsibleParserError(str(error)) from None
        _fill(inventory, found)
        self._construct(found)

    def _refuse_unknown(self, config: Any, path: str) -> None:
        """Ansible itself takes a misspelt option without a word."""
        known = self._options
        unknown = [f"{path}: {key}: unknown option; {meant(key, known)}" for key in config if key not in known]
        if unknown:
            raise ValueError("\n".join(unknown))

    def _contracts(self, path: str, may_be_cached: bool) -> list[Contract]:
        sources = read_sources(self.get_option("sources"), path)
        if not self.get_option("cache"):
            return merge(fetch(source, Path(path).parent) for source in sources)
        key = f"{self.get_cache_key(path)}_{_digest(self.get_option('sources'))}"
        told = self._cache.get(key) if may_be_cached else None
        fresh = told or [fetch(source, Path(path).parent) for source in sources]
        contracts = merge(fresh)
        if not told:
            self._cache[key] = fresh
        return contracts

    def _construct(self, found: Inventory) -> None:
        compose, groups, keyed = (self.get_option(name) for name in ("compose", "groups", "keyed_groups"))
        if not (compose or groups or keyed):
            return
        strict = self.get_option("strict")
        for host, variables in found.hostvars.items():
            self._set_composite_vars(compose, variables, host, strict=strict)
            self._add_host_to_composed_groups(groups, variables, host, strict=strict)
            self._add_host_to_keyed_groups(keyed, variables, host, strict=strict)


def _fill(inventory: Any, found: Inventory) -> None:
    """Add all hosts, then their groups; straight to Ansible's objects, for there may be thousands."""
    for host, variables in found.hostvars.items():
        inventory.add_host(host)
        entity = inventory.hosts[host]
        for name, value in variables.items():
            entity.set_variable(name, value)
    for group, hosts in found.groups.items():
        members = inventory.groups[inventory.add_group(group)]
        for host in hosts:
            members.add_host(inventory.hosts[host])
    for parent in found.children:
        inventory.add_group(parent)
    for parent, children in found.children.items():
        for child in children:
            inventory.add_child(parent, child)


def _digest(sources: Any) -> str:
    """A word that changes with the sources, so that an edited list is not answered from the cache."""
    return hashlib.sha256(json.dumps(sources, sort_keys=True).encode()).hexdigest()[:8]
