# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernel modules that must be there: loaded, or built into the kernel. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen

NAME = "kernel_module"
KEY = ("name",)
BLANK: Row = {"loaded": False}


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Each module's folder; the kernel writes ``_`` where people write ``-``."""
    return {name: Read(path=f"/sys/module/{name.replace('-', '_')}") for name in want}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Which modules are loaded."""
    return {name: {"loaded": not look.missing} for name, look in seen.items()}


def check(name: str, row: Row) -> None:
    """Refuse to unload: a driver in use would take its ports with it."""
    if row.get("loaded") is False:
        raise ValueError(f"config[{name}].loaded: false; allowed: true, a module is never unloaded from a running host")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """One ``modprobe`` per module."""
    return [Run(("modprobe", change.name)) for change in changes if change.after["loaded"]]
