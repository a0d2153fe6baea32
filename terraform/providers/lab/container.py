# SPDX-License-Identifier: GPL-3.0-or-later
"""What podman is told to make a node: the command line, and the files put in before it boots. Pure."""

from __future__ import annotations

import io
import tarfile

from .protocol.values import Value

LABEL = "disagg.lab"
# Addresses, routes and MTUs of ports, ping, and sysctls of the node's own network namespace; nothing of the machine.
RIGHTS = ("--cap-add", "NET_ADMIN", "--cap-add", "NET_RAW", "--security-opt", "unmask=/proc/sys")


def create_command(node: Value, lab: str) -> list[str]:
    """Write the podman command that makes the node's container without starting it."""
    return [
        *("create", "--pull", "never", "--name", node["name"], "--hostname", node["hostname"]),
        *("--label", f"{LABEL}={lab}", "--env", f"LAB_KIND={node['kind']}"),
        *("--systemd=always", *RIGHTS),
        *(word for port in node["networks"] for word in ("--network", network_option(port))),
        *([] if node["networks"] else ["--network", "none"]),
        *(node["image"], "/sbin/init"),
    ]


def network_option(port: Value) -> str:
    """Write the value of podman's --network for one port."""
    settings = {"interface_name": port["port"], "ip": port["address"], "mac": port["mac"]}
    return f"{port['network']}:" + ",".join(f"{name}={value}" for name, value in settings.items() if value)


def files(node: Value) -> bytes:
    """Write a tar archive of the files that make the container this node."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        _add(archive, "etc/lab", 0o755)
        _add(archive, "etc/lab/kind", 0o644, f"{node['kind']}\n")
        _add(archive, "root/.ssh", 0o700)
        _add(archive, "root/.ssh/authorized_keys", 0o600, f"{node['ssh_public_key'].strip()}\n")
    return made.getvalue()


def _add(archive: tarfile.TarFile, path: str, mode: int, content: str = "") -> None:
    entry = tarfile.TarInfo(path)
    entry.mode = mode
    data = content.encode()
    entry.type, entry.size = (tarfile.REGTYPE, len(data)) if data else (tarfile.DIRTYPE, 0)
    archive.addfile(entry, io.BytesIO(data))
