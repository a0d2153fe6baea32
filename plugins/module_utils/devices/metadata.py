# SPDX-License-Identifier: GPL-3.0-or-later
"""What a SONiC switch runs as, its DEVICE_METADATA: taken at a reload and not before, so it is only read. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, text_of
from . import config_db

NAME = "metadata"
KEY = ("setting",)
BLANK: Row = {"value": ""}


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The running configuration."""
    return config_db.reads(want, options)


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Each setting of the switch itself, with its value."""
    running = config_db.database(text_of("CONFIG_DB", seen[config_db.RUNNING], config_db.REMEDY))
    localhost = running.get("DEVICE_METADATA", {}).get("localhost", {})
    return {setting: {"value": str(value)} for setting, value in localhost.items()}


def check(name: str, row: Row) -> None:
    """Refuse a wish without a value."""
    if not row.get("value"):
        raise ValueError(f"config[{name}].value: missing; give it")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: a switch takes it at a reload, which would drop all traffic."""
    return []
