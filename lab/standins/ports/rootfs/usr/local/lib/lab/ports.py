# SPDX-License-Identifier: GPL-3.0-or-later
"""The fabric ports of this node and what the stand-ins remember of them in /run/lab."""

from __future__ import annotations

import fcntl
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RUN = Path("/run/lab")
ETC = Path("/etc/lab")
NET = Path("/sys/class/net")
SPEED = 400000  # Mb/s, the best the NIC can do
BLANK = {"speed": SPEED, "autoneg": True, "counters": {}}


def natural(name: str) -> list[tuple[int, str]]:
    """A sort key under which rail10 comes after rail2."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def fabric() -> list[str]:
    """The fabric ports that exist: those in /etc/lab/ports, or else all but lo and mgmt0."""
    there = {path.name for path in NET.iterdir()}
    listed = ETC / "ports"
    chosen = set(listed.read_text().split()) if listed.exists() else there - {"lo", "mgmt0"}
    return sorted(there & chosen, key=natural)


def slot(port: str) -> str:
    """The place of a port's NIC on the PCI bus."""
    return f"0000:{0x11 * (1 + fabric().index(port)):02x}:00.0"


def carrier(port: str) -> bool:
    """Whether the link is up, as the kernel sees it; a port that is down has no carrier to read."""
    try:
        return (NET / port / "carrier").read_text().strip() == "1"
    except OSError:
        return False


def state(port: str) -> dict:
    """Speed in Mb/s, autoneg and counters of a port, as last set or as after a boot."""
    try:
        return {**BLANK, **json.loads((RUN / "ethtool" / f"{port}.json").read_text())}
    except FileNotFoundError:
        return dict(BLANK)


def save(port: str, new: dict) -> None:
    """Remember a port's speed, autoneg and counters."""
    _write(RUN / "ethtool" / f"{port}.json", json.dumps(new, indent=1) + "\n")


def pause(port: str) -> dict[str, bool]:
    """Global pause of a port, by direction; a NIC boots with both on."""
    try:
        words = (RUN / "pause" / port).read_text().split()
    except FileNotFoundError:
        return {"rx": True, "tx": True}
    return {name: value == "on" for name, value in zip(words[::2], words[1::2])}


def save_pause(port: str, new: dict[str, bool]) -> None:
    """Remember a port's global pause, in the form that the dcb stand-in reads."""
    _write(RUN / "pause" / port, "".join(f"{name} {'on' if new[name] else 'off'}\n" for name in ("rx", "tx")))


@contextmanager
def locked_pfc(port: str) -> Iterator[list[int]]:
    """The priorities with PFC on, while the dcb stand-in waits."""
    path = RUN / "dcb" / port
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        values = dict(line.split(" ", 1) for line in file if " " in line)
        enabled = int(values.get("pfc_en", "0"))
        yield [priority for priority in range(8) if enabled >> priority & 1]


def _write(path: Path, text: str) -> None:
    """Replace a file in one step, so that no reader sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    partial.write_text(text)
    partial.replace(path)
