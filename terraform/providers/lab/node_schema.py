# SPDX-License-Identifier: GPL-3.0-or-later
"""The attributes of lab_node and the rules for them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from typing import Any

from .protocol.problem import Problem, Step
from .protocol.schema import Attribute
from .protocol.values import Value, known

KINDS = ("host", "switch")
HOSTNAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")  # one label, RFC 1123 section 2.1
PORT = re.compile(r"[^\s/:,=]{1,15}")  # the kernel's IFNAMSIZ leaves 15 characters; podman splits at the others
MAC = re.compile(r"[0-9a-f][02468ace](:[0-9a-f]{2}){5}")  # an even first byte: a group address is no port's
SSH_KEY = re.compile(r"(ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?\n?")

PORTS = {
    "network": Attribute("string", "The lab_network that the port is plugged into, by id or name.", required=True),
    "port": Attribute("string", "Name of the interface inside the node, such as rail0.", required=True),
    "address": Attribute("string", "IPv4 address, only on a network with a subnet.", optional=True),
    "mac": Attribute("string", "Hardware address; podman picks one anew at each start unless set.", optional=True),
}
SCHEMA = {
    "id": Attribute("string", "Podman's id of the container.", computed=True),
    "name": Attribute("string", "Name of the container.", required=True, replace=True),
    "hostname": Attribute(
        "string",
        "Host name inside the node, its name unless set.",
        optional=True,
        computed=True,
        replace=True,
        default_from="name",
    ),
    "image": Attribute("string", "Image to run; it must be on this machine.", required=True, replace=True),
    "kind": Attribute(
        "string",
        "What the node plays, host or switch; written to /etc/lab/kind before it boots.",
        optional=True,
        computed=True,
        replace=True,
        default="host",
    ),
    "ssh_public_key": Attribute("string", "Public key that may log in as root.", required=True),
    "networks": Attribute(PORTS, "The node's ports.", required=True, replace=True),
    "running": Attribute("bool", "Whether the node runs; a stopped one is started.", computed=True, default=True),
    "host_keys": Attribute(["list", "string"], "The node's public SSH host keys.", computed=True),
}


def problems(config: Value) -> list[Problem]:
    """Name everything that is wrong with a node's configuration."""
    return [*_node_problems(config), *_port_problems(config["networks"])]


def _node_problems(config: Value) -> Iterator[Problem]:
    rules = (
        ("name", re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.-]*"), "letters, digits, _ . and -, a letter or digit first"),
        ("hostname", HOSTNAME, "1 to 63 lower-case letters, digits and -"),
        ("kind", re.compile("|".join(KINDS)), " or ".join(KINDS)),
        ("ssh_public_key", SSH_KEY, "one line as in a .pub file: ssh-ed25519 AAAA... comment"),
    )
    return (problem for name, rule, allowed in rules for problem in _checked(config, name, rule, allowed, [name]))


def _port_problems(networks: Any) -> Iterator[Problem]:
    if not known(networks):
        return
    seen: dict[str, int] = {}
    for index, entry in enumerate(networks):
        if not known(entry):
            continue
        path: list[Step] = ["networks", index]
        yield from _checked(entry, "port", PORT, "1 to 15 characters, none of / : , = and no space", [*path, "port"])
        yield from _checked(entry, "mac", MAC, "six lower-case pairs, the first one even: 02:..", [*path, "mac"])
        yield from _address_problems(entry["address"], [*path, "address"])
        port = entry["port"]
        if known(port) and seen.setdefault(port, index) != index:
            summary = f"networks[{index}].port: {port} is also the port of networks[{seen[port]}]"
            yield Problem(summary, "Give each port of a node its own name.", [*path, "port"])


def _address_problems(address: Any, path: list[Step]) -> Iterator[Problem]:
    if not known(address):
        return
    try:
        ipaddress.IPv4Address(address)
    except ValueError:
        detail = "Write an IPv4 address without a prefix length, such as 10.89.40.10."
        yield Problem(f"{place(path)}: {address!r} is not an address", detail, path)


def _checked(value: Value, name: str, rule: re.Pattern[str], allowed: str, path: list[Step]) -> Iterator[Problem]:
    if known(value[name]) and not rule.fullmatch(value[name]):
        yield Problem(f"{place(path)}: {value[name]!r} is not allowed", f"Allowed: {allowed}.", path)


def place(path: list[Step]) -> str:
    """Write a path as people do: networks[0].port."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
