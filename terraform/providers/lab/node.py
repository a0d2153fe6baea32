# SPDX-License-Identifier: GPL-3.0-or-later
"""lab_node: one container that runs systemd and sshd, as a host or a switch of the lab."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

from .boot import wait_for_boot
from .container import create_command, files
from .node_schema import SCHEMA, problems
from .podman import PodmanError, inspected, podman
from .protocol.problem import Problem
from .protocol.values import Value


def failed(node: Value, error: PodmanError) -> Problem:
    """Turn podman's words into a problem with the attribute it is about."""
    name = node["name"]
    if "already in use" in error.said:
        remedy = f"Remove the other container with `podman rm --force {name}`, or choose another name."
        return Problem(f"node {name}: the name is taken by another container", f"{error.said}\n\n{remedy}", ["name"])
    if "image not known" in error.said:
        remedy = "Build or import the image first; the provider never pulls one. See what is there: podman images"
        return Problem(f"node {name}: there is no image {node['image']}", f"{error.said}\n\n{remedy}", ["image"])
    if "network" in error.said and "not found" in error.said:
        return Problem(f"node {name}: {error.said}", "Refer to a lab_network's id.", ["networks"])
    return Problem(f"node {name}: {error.said}", f"Failed: {error.command}")


class Node:
    """Makes, reads, starts and removes containers."""

    schema = SCHEMA

    def __init__(self, stopping: threading.Event) -> None:
        self.lab = ""
        self.stopping = stopping

    def problems(self, config: Value) -> list[Problem]:
        return problems(config)

    def create(self, plan: Value) -> Value:
        try:
            container = podman(*create_command(plan, self.lab))
        except PodmanError as error:
            raise failed(plan, error) from None
        try:
            keys = self._booted(plan, container)
        except BaseException as error:
            # Half a node must not stay, whatever the reason; the error that is told is the first one.
            with contextlib.suppress(PodmanError):
                podman("rm", "--force", "--time", "0", "--volumes", container)
            if isinstance(error, PodmanError):
                raise failed(plan, error) from None
            raise
        return {**plan, "id": container, "running": True, "host_keys": keys}

    def _booted(self, node: Value, container: str) -> list[str]:
        podman("cp", "-", f"{container}:/", stdin=files(node))
        podman("start", container)
        return wait_for_boot(node, container, self.stopping)

    def read(self, state: Value) -> Value | None:
        try:
            found = inspected("container", state["id"])
        except PodmanError as error:
            raise failed(state, error) from None
        return as_found(state, found) if found else None

    def update(self, state: Value, plan: Value) -> Value:
        try:
            self._booted(plan, state["id"])
        except PodmanError as error:
            raise failed(plan, error) from None
        return plan

    def delete(self, state: Value) -> None:
        try:
            podman("rm", "--force", "--time", "0", "--volumes", state["id"])
        except PodmanError as error:
            if not error.missing:
                raise failed(state, error) from None


def as_found(state: Value, container: dict[str, Any]) -> Value:
    """Say how the node looks now, from what ``podman container inspect`` printed."""
    return {
        **state,
        "id": container["Id"],
        "name": container["Name"],
        "hostname": container["Config"]["Hostname"],
        "running": container["State"]["Running"],
    }
