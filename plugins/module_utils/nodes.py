# SPDX-License-Identifier: GPL-3.0-or-later
"""From a document in the shape of the nodes contract to nodes; all that is wrong is told at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .contract import VERSION, Contract, Nic, Node, Peer
from .contract_fields import NIC, NODE, PEER, wrong_fields, wrong_for_role
from .contract_links import wrong_together
from .contract_values import meant
from .contract_values import name as name_is_wrong
from .spec.problem import shown

__all__ = ["Contract", "Nic", "Node", "Peer", "merge", "read_contract"]

KEYS = ("version", "cluster", "nodes")


def read_contract(document: Any, source: str) -> dict[str, Node]:
    """The nodes of one document, by name; raises ``ValueError`` with one line for each thing that is wrong."""
    return merge([(source, document)])[0].nodes


def merge(documents: Iterable[tuple[str, Any]]) -> list[Contract]:
    """One contract for each (source, document); links may lead from one source to another. Raises ``ValueError``."""
    documents = list(documents)
    _stop_at([line for source, document in documents for line in _wrong_document(document, source)])
    contracts = [_contract(document, source) for source, document in documents]
    _stop_at(wrong_together(contracts))
    return contracts


def _stop_at(wrong: list[str]) -> None:
    if wrong:
        raise ValueError("\n".join(wrong))


def _wrong_document(document: Any, source: str) -> list[str]:
    if not isinstance(document, dict):
        return [f"{source}: {shown(document)} is not a mapping; wanted {', '.join(KEYS)}"]
    version = document.get("version", VERSION)
    if version is True or version != VERSION:
        return [f"{source}: version: {shown(version)} is not known here; this collection reads {VERSION}"]
    unknown = [f"{source}: {key}: unknown field; {meant(key, KEYS)}" for key in document if key not in KEYS]
    missing = [f"{source}: {key}: missing" for key in KEYS if key not in document]
    return [*unknown, *missing, *_wrong_cluster(document, source), *_wrong_nodes(document, source)]


def _wrong_cluster(document: dict[str, Any], source: str) -> list[str]:
    told = name_is_wrong(document["cluster"]) if "cluster" in document else ""
    return [f"{source}: cluster: {told}"] if told else []


def _wrong_nodes(document: dict[str, Any], source: str) -> list[str]:
    if "nodes" not in document:
        return []
    nodes = document["nodes"]
    if not isinstance(nodes, dict):
        return [f"{source}: nodes: {shown(nodes)} is not a mapping of names to nodes"]
    if not nodes:
        return [f"{source}: nodes: there are none; a cluster without nodes is not taken for an answer"]
    return [line for name, entry in nodes.items() for line in _wrong_node(name, entry, f"{source}: nodes.{name}")]


def _wrong_node(name: Any, entry: Any, where: str) -> list[str]:
    named = name_is_wrong(name)
    found = [f"{where}: {named}"] if named else []
    found += [*wrong_fields(entry, NODE, where), *wrong_for_role(entry, where)]
    nics = entry.get("nics") if isinstance(entry, dict) else None
    for index, nic in enumerate(nics if isinstance(nics, list) else []):
        found += wrong_fields(nic, NIC, f"{where}.nics[{index}]")
        if isinstance(nic, dict) and isinstance(nic.get("peer"), dict):
            found += wrong_fields(nic["peer"], PEER, f"{where}.nics[{index}].peer")
    return found


def _contract(document: dict[str, Any], source: str) -> Contract:
    return Contract(
        source, document["cluster"], {name: _node(name, entry) for name, entry in document["nodes"].items()}
    )


def _node(name: str, entry: dict[str, Any]) -> Node:
    nics = tuple(Nic(**{**nic, "peer": Peer(**nic["peer"])}) for nic in entry["nics"])
    return Node(name=name, **{**entry, "host_keys": tuple(entry["host_keys"]), "nics": nics})
