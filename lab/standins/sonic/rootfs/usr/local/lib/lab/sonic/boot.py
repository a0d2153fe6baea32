# SPDX-License-Identifier: GPL-3.0-or-later
"""``lab-sonic load`` is the switch's boot; ``lab-sonic watch`` is its managers, which follow the links."""

from __future__ import annotations

import select
import subprocess
import sys
from pathlib import Path

from . import database, factory
from .managers import follow
from .ports import present

SETTLE = 0.2  # seconds without an event before the managers act
NO_MAC = "00:00:00:00:00:00"


def load() -> None:
    """Fill CONFIG_DB from the saved configuration, or make and save the factory's at the first boot."""
    if not database.SAVED.exists():
        database.store(factory.configuration(present(), _mac()), database.SAVED)
    database.store(database.load(database.SAVED))
    follow(database.load())


def watch() -> None:
    """Bring the kernel to CONFIG_DB again whenever a link has changed."""
    monitor = subprocess.Popen(["ip", "monitor", "link"], stdout=subprocess.PIPE)
    stream = monitor.stdout
    if stream is None:
        raise SystemExit("ip monitor has no output")
    while stream.readline():
        while select.select([stream], [], [], SETTLE)[0] and stream.readline():
            pass
        follow(database.load())
    raise SystemExit(monitor.wait() or 1)


def main() -> None:
    tasks = {"load": load, "watch": watch}
    if sys.argv[1:2] not in [[name] for name in tasks]:
        raise SystemExit("usage: lab-sonic load|watch")
    tasks[sys.argv[1]]()


def _mac() -> str:
    first = next(iter(present()), "lo")
    path: Path = database.NET / first / "address"
    return path.read_text().strip() if path.exists() else NO_MAC
