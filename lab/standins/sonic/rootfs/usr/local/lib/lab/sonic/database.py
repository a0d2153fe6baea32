# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the configuration lies. ``LAB_ROOT`` puts the tree below another folder, for tests without a container."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

Database = dict[str, dict[str, Any]]  # table -> key -> fields

ROOT = Path(os.environ.get("LAB_ROOT", "/"))
RUNNING = ROOT / "run/lab/sonic/config_db.json"  # CONFIG_DB: redis, so lost at a restart
APPL = ROOT / "run/lab/sonic/appl_db.json"  # what the managers made of it, redis as well
STATE = ROOT / "run/lab/sonic/state_db.json"
SAVED = ROOT / "etc/sonic/config_db.json"
CHECKPOINTS = ROOT / "etc/sonic/checkpoints"
LINKS = ROOT / "run/lab/ethtool"  # the cables' own state, shared with the ethtool stand-in
NET = ROOT / "sys/class/net"


def load(path: Path = RUNNING) -> Database:
    """The configuration in a file."""
    database: Database = json.loads(path.read_text())
    return database


def store(database: Database, path: Path = RUNNING) -> None:
    """Write a configuration whole, sorted as ``config save`` sorts it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w") as file:
        file.write(text(database))
    Path(name).chmod(0o644)
    Path(name).replace(path)


def text(database: Database) -> str:
    """A configuration as SONiC prints it: JSON, four spaces, tables and keys in natural order."""
    return json.dumps(ordered(database), indent=4)


def ordered(value: Any) -> Any:
    """The same value with every object's keys in natural order."""
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value, key=natural)}
    return value


def natural(name: str) -> list[Any]:
    """A sort key that puts Ethernet8 before Ethernet12."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


def checkpoint_path(name: str) -> Path:
    """Where a checkpoint lies."""
    return CHECKPOINTS / f"{name}.cp.json"
