# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold between nodes: no name, address or port twice, and every link told the same at both ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .contract import Contract, Nic, Node
from .contract_values import subnet
from .spec.problem import shown

Ports = dict[tuple[str, str], Nic]
Claim = tuple[str, str, str]  # what may be claimed once, how to call it, who claims it


def wrong_together(contracts: list[Contract]) -> list[str]:
    """Everything that is wrong between the nodes of all sources, each with source, node and field."""
    twice = _twice(_names(contracts), "a node comes from one source")
    if twice:
        return twice
    return [
        *_twice(_addresses(contracts), "an address belongs to one node"),
        *_twice(_ports(contracts), "list a port once"),
        *_wrong_links(contracts),
    ]


def _each(contracts: Iterable[Contract]) -> Iterator[tuple[Contract, Node, str]]:
    for contract in contracts:
        for name, node in contract.nodes.items():
            yield contract, node, f"{contract.source}: nodes.{name}"


def _each_nic(contracts: Iterable[Contract]) -> Iterator[tuple[Contract, Node, Nic, str]]:
    for contract, node, where in _each(contracts):
        for index, nic in enumerate(node.nics):
            yield contract, node, nic, f"{where}.nics[{index}]"


def _twice(claims: Iterable[Claim], rule: str) -> list[str]:
    """One line for each claim on what somebody claimed before."""
    first: dict[str, str] = {}
    found: dict[str, None] = {}
    for key, told, where in claims:
        if key in first:
            found[f"{where}: {told} is also in {first[key]}; {rule}"] = None
        first.setdefault(key, where)
    return [*found]


def _names(contracts: list[Contract]) -> Iterator[Claim]:
    return ((node.name, node.name, where) for _contract, node, where in _each(contracts))


def _addresses(contracts: list[Contract]) -> Iterator[Claim]:
    """Management is one network for all; the fabrics of two clusters do not meet and may use the same addresses."""
    for contract, node, where in _each(contracts):
        yield node.address, node.address, f"{where}.address"
        yield f"{contract.cluster} {node.address}", node.address, f"{where}.address"
    for contract, _node, nic, where in _each_nic(contracts):
        if nic.address:
            address = nic.address.partition("/")[0]
            yield f"{contract.cluster} {address}", address, f"{where}.address"


def _ports(contracts: list[Contract]) -> Iterator[Claim]:
    for _contract, node, nic, where in _each_nic(contracts):
        yield f"{node.name} port {nic.port}", nic.port, f"{where}.port"
        if nic.hca:
            yield f"{node.name} hca {nic.hca}", nic.hca, f"{where}.hca"


def _wrong_links(contracts: list[Contract]) -> Iterator[str]:
    names = {node.name for _contract, node, _where in _each(contracts)}
    ports = {(node.name, nic.port): nic for _contract, node, nic, _where in _each_nic(contracts)}
    for _contract, node, nic, where in _each_nic(contracts):
        far = ports.get((nic.peer.node, nic.peer.port))
        if nic.peer.node not in names:
            yield f"{where}.peer.node: {nic.peer.node} is in no source; add it or the source that has it"
        elif far is None:
            yield f"{where}.peer.port: {nic.peer.node} has no port {nic.peer.port}; a link is listed at both ends"
        elif (far.peer.node, far.peer.port) != (node.name, nic.port):
            told = f"{nic.peer.node} {nic.peer.port} says its peer is {far.peer.node} {far.peer.port}"
            yield f"{where}.peer: {told}; a link is told the same at both ends"
        else:
            yield from (f"{where}.{told}" for told in _wrong_ends(node.name, nic, far))


def _wrong_ends(name: str, nic: Nic, far: Nic) -> Iterator[str]:
    """What the two ends of one link do not agree on; what both get wrong is told once, at the first."""
    there = f"{nic.peer.node} {nic.peer.port}"
    if nic.peer.address != far.address:
        yield f"peer.address: {shown(nic.peer.address)}, but {there} has {shown(far.address)}"
    if (name, nic.port) > (nic.peer.node, nic.peer.port):
        return
    if nic.speed != far.speed:
        yield f"speed: {nic.speed}, but {there} has {far.speed} Mb/s; both ends of a link run at one speed"
    if nic.rail != far.rail:
        yield f"rail: {shown(nic.rail)}, but {there} has {shown(far.rail)}; both ends of a link are on one rail"
    if nic.address and far.address and subnet(nic.address) != subnet(far.address):
        yield f"address: {nic.address}, but {there} has {far.address}; both ends of a link are in one subnet"
