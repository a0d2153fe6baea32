# SPDX-License-Identifier: GPL-3.0-or-later
"""One entry of SONiC's CONFIG_DB as a plan holds it."""

from __future__ import annotations

from collections.abc import Mapping

from .model import Row
from .order import natural


def row(table: str, key: str, fields: Mapping[str, object]) -> Row:
    """An entry; CONFIG_DB holds all values as text."""
    return {"table": table, "key": key, "fields": {name: str(fields[name]) for name in sorted(fields, key=natural)}}


def no_row(table: str, key: str) -> Row:
    """An entry that must not be there."""
    return {"table": table, "key": key, "absent": True}
