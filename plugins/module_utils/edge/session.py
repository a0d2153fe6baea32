# SPDX-License-Identifier: GPL-3.0-or-later
"""Variables of the login this process belongs to, also below sudo, which clears them."""

from __future__ import annotations

import os
from pathlib import Path


def variable(name: str) -> str:
    """The value of ``name`` here or in the nearest ancestor that has it; empty where none has."""
    if name in os.environ:
        return os.environ[name]
    process = os.getppid()
    while process > 1:
        value, process = _in_process(process, name), _parent(process)
        if value:
            return value
    return ""


def _in_process(process: int, name: str) -> str:
    try:
        text = Path(f"/proc/{process}/environ").read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return ""
    return dict(pair.partition("=")[::2] for pair in text.split("\0")).get(name, "")


def _parent(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("PPid:")), 0)
