# SPDX-License-Identifier: GPL-3.0-or-later
"""lab_network: one podman network, either a bare link between nodes or the subnet of the management ports."""

from __future__ import annotations

import fcntl
import ipaddress
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .container import LABEL
from .podman import PodmanError, inspected, podman
from .protocol.problem import Problem
from .protocol.schema import Attribute
from .protocol.values import Value, known

# Enough for RoCE's 9000 bytes behind any header; what SONiC sets on its ports by default is 9100.
MTU = 9216
# 68 is the smallest MTU of IPv4 (RFC 791), 65535 the largest a Linux bridge takes.
MTU_RANGE = range(68, 65536)
NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_.-]*")
# podman picks the bridge's name (podman1, podman2, ...) and can pick one twice when two commands run at once.
TRIES = 3

SCHEMA = {
    "id": Attribute("string", "Podman's id of the network.", computed=True),
    "name": Attribute("string", "Name of the podman network.", required=True, replace=True),
    "subnet": Attribute(
        "string",
        "IPv4 subnet that the machine itself can reach, for management ports. Without it the network is a bare link.",
        optional=True,
        replace=True,
    ),
    "mtu": Attribute(
        "number", f"MTU in bytes, {MTU} unless set.", optional=True, computed=True, replace=True, default=MTU
    ),
}


def problems(config: Value) -> list[Problem]:
    """Name everything that is wrong with a network's configuration."""
    name, subnet, mtu = config["name"], config["subnet"], config["mtu"]
    found = []
    if known(name) and not NAME.fullmatch(name):
        allowed = "Podman's names are letters, digits, _ . and -, and start with a letter or a digit."
        found.append(Problem(f"name: {name!r} cannot be the name of a network", allowed, ["name"]))
    if known(subnet) and (trouble := subnet_trouble(subnet)):
        found.append(Problem(f"subnet: {trouble}", "Write an IPv4 subnet such as 10.89.40.0/24.", ["subnet"]))
    if known(mtu) and mtu not in MTU_RANGE:
        allowed = f"Choose {MTU_RANGE.start} to {MTU_RANGE.stop - 1} bytes."
        found.append(Problem(f"mtu: {mtu} is not an MTU", allowed, ["mtu"]))
    return found


def subnet_trouble(subnet: str) -> str:
    """Say what is wrong with a subnet; empty when nothing is."""
    try:
        ipaddress.IPv4Network(subnet)
    except ValueError as error:
        return str(error)
    return ""


def create_command(plan: Value, lab: str) -> list[str]:
    """Write the podman command that makes the network."""
    # Bare links get no addresses from podman: the plan's addresses are set inside the nodes, as on real ports.
    kind = ["--subnet", plan["subnet"]] if plan["subnet"] else ["--internal", "--ipam-driver", "none"]
    options = ["--opt", f"mtu={plan['mtu']}", "--label", f"{LABEL}={lab}"]
    return ["network", "create", "--disable-dns", *kind, *options, plan["name"]]


def as_found(state: Value, network: dict[str, Any]) -> Value:
    """Say how the network looks now, from what ``podman network inspect`` printed."""
    subnets = network.get("subnets") or []
    mtu = network.get("options", {}).get("mtu")
    return {
        "id": network["id"],
        "name": network["name"],
        "subnet": subnets[0]["subnet"] if subnets else None,
        "mtu": int(mtu) if mtu else state["mtu"],
    }


@contextmanager
def alone() -> Iterator[None]:
    """Keep other threads and other labs on this machine from making a network meanwhile."""
    place = Path(tempfile.gettempdir()) / f"disagg-lab-network.{os.getuid()}.lock"
    with place.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Network:
    """Makes, reads and removes podman networks."""

    schema = SCHEMA

    def __init__(self) -> None:
        self.lab = ""

    def problems(self, config: Value) -> list[Problem]:
        return problems(config)

    def create(self, plan: Value) -> Value:
        name = plan["name"]
        try:
            with alone():
                self._create(plan)
        except PodmanError as error:
            remedy = (
                f"Remove it with `podman network rm {name}`, or choose another name." if "used" in error.said else ""
            )
            raise Problem(f"network {name}: {error.said}", remedy or f"Failed: {error.command}", ["name"]) from None
        state = self.read({**plan, "id": name})
        if state is None:
            raise Problem(f"network {name}: podman made it, but it is gone already", "Apply again.", ["name"])
        return state

    def _create(self, plan: Value) -> None:
        for left in reversed(range(TRIES)):
            try:
                podman(*create_command(plan, self.lab))
                return
            except PodmanError as error:
                if not left or f"network name {plan['name']}" in error.said:
                    raise
                time.sleep(0.2)

    def read(self, state: Value) -> Value | None:
        try:
            found = inspected("network", state["id"])
        except PodmanError as error:
            raise Problem(f"network {state['name']}: {error.said}", f"Failed: {error.command}") from None
        return as_found(state, found) if found else None

    def update(self, state: Value, plan: Value) -> Value:
        return plan

    def delete(self, state: Value) -> None:
        name = state["name"]
        try:
            # By its name: given an id, podman 4.3 removes a network although containers use it.
            if inspected("network", state["id"]):
                podman("network", "rm", name)
        except PodmanError as error:
            if error.missing:
                return
            remedy = f"See who uses it: podman ps --all --filter network={name}"
            raise Problem(f"network {name}: {error.said}", remedy) from None
