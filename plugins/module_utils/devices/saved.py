# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the configuration a switch will boot with is the one it runs: SONiC's, or NVUE's. Read only. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, text_of
from . import config_db, nvue_look

NAME = "saved"
KEY = ("file",)
BLANK: Row = {"differences": []}
FILE = "/etc/sonic/config_db.json"
REMEDY = "look at /etc/sonic/config_db.json on the switch"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The running configuration and the file that is loaded at boot."""
    if options.get("os") == nvue_look.OS:
        return nvue_look.saved_reads()
    return {**config_db.reads(want, options), FILE: Read(path=FILE)}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The paths at which the saved configuration differs from the running one; ``/`` where nothing is saved."""
    if options.get("os") == nvue_look.OS:
        return nvue_look.saved(seen)
    running = config_db.database(text_of("CONFIG_DB", seen[config_db.RUNNING], config_db.REMEDY))
    if seen[FILE].missing:
        return {FILE: {"differences": ["/"]}}
    return {FILE: {"differences": differences(running, config_db.database(text_of(FILE, seen[FILE], REMEDY)))}}


def check(name: str, row: Row) -> None:
    """Refuse a file that no switch boots from."""
    if name not in (FILE, nvue_look.FILE):
        raise ValueError(f"config[{name}]: no switch boots from it; allowed: {FILE}, {nvue_look.FILE}")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: ``switch_config`` saves once the neighbours have answered."""
    return []


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """The JSON pointers at which two values differ, sorted, no deeper than needed."""
    if one == other:
        return []
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return [path or "/"]
    return [
        told
        for key in sorted({*one, *other})
        for told in differences(one.get(key), other.get(key), path + config_db.pointer(key))
    ]
