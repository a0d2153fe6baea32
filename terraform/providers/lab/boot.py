# SPDX-License-Identifier: GPL-3.0-or-later
"""Wait until a node has booted: sshd answers on its management address and its host key exists."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

from .podman import PodmanError, inspected, podman
from .protocol.problem import Problem
from .protocol.values import Value

# A node boots in about 4 s on an idle core; many nodes on few cores take many times that.
LIMIT = 120.0
INTERVAL = 0.5
INOTIFY = Path("/proc/sys/fs/inotify/max_user_instances")
HOST_KEY = "/etc/ssh/ssh_host_ed25519_key.pub"


def wait_for_boot(node: Value, container: str, stopping: threading.Event) -> list[str]:
    """Wait until the node can be logged in to; returns its public host keys as ``type key``."""
    process = main_process(container)
    address = next((port["address"] for port in node["networks"] if port["address"]), None)
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        if not process.exists():
            detail = f"Its image must start systemd as /sbin/init. Last lines of its log:\n{last_words(container)}"
            raise Problem(f"node {node['name']} ended while it booted", detail, ["image"])
        if (address is None or ssh_answers(address)) and (keys := host_keys(container)):
            return keys
        if stopping.wait(INTERVAL):
            raise Problem(f"node {node['name']}: stopped as asked while it booted", "Apply again.")
    raise _too_slow(node, container, address)


def _too_slow(node: Value, container: str, address: str | None) -> Problem:
    lacking = f"sshd does not answer on {address}:22" if address and not ssh_answers(address) else f"no {HOST_KEY}"
    units = failed_units(container)
    detail = f"Units that failed in it:\n{units or 'none'}\n\n{watches_hint() if '.path' in units else ''}"
    return Problem(f"node {node['name']} has not booted within {LIMIT:.0f} s: {lacking}", detail, ["image"])


def watches_hint() -> str:
    """Say what to do when systemd's path units fail, which they do when the machine is out of inotify instances."""
    limit = INOTIFY.read_text().strip() if INOTIFY.exists() else "unknown"
    return (
        f"This machine may be out of inotify instances: a node takes about 6, and the limit is {limit}. "
        "Raise it: sysctl -w fs.inotify.max_user_instances=1024"
    )


def main_process(container: str) -> Path:
    """Name the folder in /proc that is there as long as the container runs."""
    found = inspected("container", container)
    pid = found["State"]["Pid"] if found else 0
    return Path(f"/proc/{pid}") if pid else Path("/proc/ended")


def ssh_answers(address: str) -> bool:
    """Say whether an SSH server greets on port 22."""
    try:
        with socket.create_connection((address, 22), timeout=2.0) as connection:
            return connection.recv(4) == b"SSH-"
    except OSError:
        return False


def host_keys(container: str) -> list[str]:
    """Read the container's public host keys without their comments; empty as long as there are none."""
    try:
        words = podman("exec", container, "cat", HOST_KEY).split()
    except PodmanError:
        return []
    return [" ".join(words[:2])] if len(words) >= 2 else []


def failed_units(container: str) -> str:
    """List the units that failed in the container, one a line."""
    try:
        return podman("exec", container, "systemctl", "--failed", "--no-legend", "--plain")
    except PodmanError as error:
        return error.said


def last_words(container: str) -> str:
    """Return the end of what the container printed."""
    try:
        return podman("logs", "--tail", "5", container)
    except PodmanError as error:
        return error.said
