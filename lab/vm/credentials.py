# SPDX-License-Identifier: GPL-3.0-or-later
"""What a guest is told at boot: its ports' names, its address, and its keys. Pure.

systemd takes it out of the firmware's OEM strings (systemd.io/VM_INTERFACE), so one disk serves all guests and no key
is on it, on a command line or in an image.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

from lab.vm.guest import Guest


def credentials(guest: Guest, host_key: str, authorized_key: str) -> list[str]:
    """The OEM strings of a guest, one for each thing it is told."""
    files = {
        "/etc/ssh/ssh_host_ed25519_key": host_key,
        "/root/.ssh/authorized_keys": authorized_key,
        "/etc/hostname": f"{guest.name}\n",
        "/etc/hosts": f"127.0.0.1 localhost\n127.0.1.1 {guest.name}\n",
        "/etc/lab/hcas": "".join(f"{port.hca} {port.name}\n" for port in guest.ports),
    }
    return [_string(name, text) for name, text in {"tmpfiles.extra": _files(files), **_network(guest)}.items()]


def _string(name: str, text: str) -> str:
    return f"io.systemd.credential.binary:{name}={_encoded(text)}"


def _network(guest: Guest) -> dict[str, str]:
    """A link file for each port, whose name follows from its MAC address; an address for the management port alone."""
    links = {
        f"network.link.10-{port}": f"[Match]\nMACAddress={guest.mac(port)}\n[Link]\nName={port}\n"
        for port in guest.links
    }
    match = f"[Match]\nName={guest.management_port}\n"
    address = f"[Network]\nAddress={guest.address}\nLinkLocalAddressing=no\nIPv6AcceptRA=no\n"
    return {**links, "network.network.10-management": match + address}


def _files(files: Mapping[str, str]) -> str:
    """Lines for systemd-tmpfiles: each file anew at each boot, its content encoded."""
    lines = [f"f+~ {path} {_mode(path)} root root - {_encoded(text)}" for path, text in files.items()]
    return "\n".join(["d /root/.ssh 0700 root root -", "d /etc/lab 0755 root root -", *lines]) + "\n"


def _mode(path: str) -> str:
    return "0600" if "ssh" in path else "0644"


def _encoded(text: str) -> str:
    return b64encode(text.encode()).decode()
