# SPDX-License-Identifier: GPL-3.0-or-later
"""The host keys that the nodes told, in the form that OpenSSH reads."""

from __future__ import annotations

from typing import Any


def known_hosts(nodes: dict[str, Any]) -> str:
    """The text of a known_hosts file for the ``nodes`` of the contract, sorted; empty when no node told its key."""
    lines = {f"{node['address']} {key}\n" for node in nodes.values() for key in node.get("host_keys") or []}
    return "".join(sorted(lines))
