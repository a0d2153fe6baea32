# SPDX-License-Identifier: GPL-3.0-or-later
"""The front-panel ports as the kernel has them, and their cables."""

from __future__ import annotations

import json
from collections.abc import Mapping

from . import database


def present() -> list[str]:
    """The front-panel ports that are there, in natural order."""
    return sorted((path.name for path in database.NET.glob("Ethernet*")), key=database.natural)


def admin_up(port: Mapping[str, str]) -> bool:
    """Whether a PORT row wants its port up; down unless it says so (sonic-port.yang)."""
    return port.get("admin_status", "down") == "up"


def carrier(name: str) -> bool:
    """Whether the kernel has a link on a port."""
    try:
        return (database.NET / name / "carrier").read_text().strip() == "1"
    except OSError:  # a port that is down has no readable carrier
        return False


def link_speed(name: str, port: Mapping[str, str]) -> int:
    """The speed of a link in Mb/s: as configured, unless the cable came up slower."""
    configured = int(port["speed"])
    try:
        told = json.loads((database.LINKS / f"{name}.json").read_text()).get("speed")
    except (OSError, ValueError):
        return configured
    return min(configured, int(told)) if told else configured
