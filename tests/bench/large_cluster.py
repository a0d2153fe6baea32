# SPDX-License-Identifier: GPL-3.0-or-later
"""Clusters of any size with eight rails at full bisection: their wish, and their nodes as layout wires them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

RAILS, LEAF_PORTS, SPINES, LANES, SPEED = 8, 64, 32, 4, 400_000
DOWN = LEAF_PORTS // 2  # ports of a leaf that go to hosts, as many go to spines
BLOCK = 2 * LEAF_PORTS  # addresses of a leaf: a /31 for each port

Ends = tuple[dict[str, Any], dict[str, Any]]


def leaves(hosts: int) -> int:
    """One leaf for each rail of 32 hosts."""
    return RAILS * -(-hosts // DOWN)


def spec(hosts: int) -> dict[str, Any]:
    """What cluster.yml would hold."""

    def tier(count: int, ports: int, first: int) -> dict[str, Any]:
        what = {"os": "sonic", "model": "sn5600", "lanes": LANES}
        return {"count": count, "ports": ports, **what, "first_address": first}

    ports = [f"rail{rail}" for rail in range(RAILS)]
    return {
        "version": 1,
        "name": "large",
        "provider": "bare_metal",
        "management": {"subnet": "10.16.0.0/16", "port": "eth0"},
        "fabric": {
            "type": "roce",
            "speed": "400G",
            "mtu": 9000,
            "rails": RAILS,
            "subnet": "10.128.0.0/9",
            "leaf": tier(leaves(hosts), LEAF_PORTS, 20_000),
            "spine": tier(SPINES, max(LEAF_PORTS, leaves(hosts)), 30_000),
            "cables": {"host": 5, "spine": 30},
            "roce": {"dscp": 26, "priority": 3, "cnp_dscp": 48, "cnp_priority": 6, "incast": 8},
        },
        "profiles": {"h100x8": {"ports": ports, "hcas": [f"mlx5_{rail}" for rail in range(RAILS)], "gpus": 8}},
        "nodes": [{"name": "compute", "role": "compute", "count": hosts, "profile": "h100x8"}],
    }


def contract(hosts: int) -> dict[str, Any]:
    """The document that Terraform's output ``nodes`` would be."""
    numbers = {"compute": hosts, "leaf": leaves(hosts), "spine": SPINES}
    nodes = {
        f"{role}-{index + 1}": _node(role, index, first)
        for (role, count), first in zip(numbers.items(), (10, 20_000, 30_000))
        for index in range(count)
    }
    for lower, upper in _links(hosts):
        for near, far in ((lower, upper), (upper, lower)):
            peer = {"node": far["node"], "port": far["port"], "address": far["address"]}
            nic = {name: near[name] for name in ("port", "rail", "hca", "address")}
            nodes[near["node"]]["nics"].append({**nic, "speed": SPEED, "peer": peer})
    return {"version": 1, "cluster": "large", "nodes": nodes}


def _node(role: str, index: int, first: int) -> dict[str, Any]:
    """One node without its ports."""
    number, switch = first + index, role != "compute"
    os, profile = ("sonic", None) if switch else (None, "h100x8")
    return {
        "role": role, "os": os, "address": f"10.16.{number >> 8}.{number & 255}", "user": "admin" if switch else "root",
        "rack": None if switch else "rack-1", "profile": profile, "group": role, "management_port": "eth0", "bmc": None,
        "tags": {}, "host_keys": ["ssh-ed25519 " + "A" * 68], "nics": [],
    }  # fmt: skip


def _links(hosts: int) -> Iterator[Ends]:
    """Both ends of each link, the one farther from the spines first."""
    for index in range(hosts * RAILS):
        host, rail = divmod(index, RAILS)
        leaf, place = host // DOWN * RAILS + rail, host % DOWN
        number = leaf * BLOCK + 2 * place
        lower = _end(f"compute-{host + 1}", f"rail{rail}", number + 1, rail, f"mlx5_{rail}")
        yield lower, _end(f"leaf-{leaf + 1}", f"Ethernet{place * LANES}", number, rail)
    for index in range(leaves(hosts) * DOWN):
        leaf, spine = divmod(index, SPINES)
        number = leaf * BLOCK + 2 * (DOWN + spine)
        lower = _end(f"leaf-{leaf + 1}", f"Ethernet{(DOWN + spine) * LANES}", number)
        yield lower, _end(f"spine-{spine + 1}", f"Ethernet{leaf * LANES}", number + 1)


def _end(node: str, port: str, number: int, rail: int | None = None, hca: str | None = None) -> dict[str, Any]:
    address = f"10.{128 + (number >> 16)}.{number >> 8 & 255}.{number & 255}/31"
    return {"node": node, "port": port, "address": address, "rail": rail, "hca": hca}
