# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of SONiC's CONFIG_DB, read as ``show runningconfiguration all`` and changed by ``config apply-patch``. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows, is_absent
from ..subject import Action, Options, Read, Run, Seen, Unreadable, Write, shape_of, text_of

NAME = "config_db"
KEY = ("table", "key")
BLANK: Row = {"fields": None}  # a row that is not there; one that is there may have no fields
RUNNING = "running"
SHOW = ("show", "runningconfiguration", "all")
PATCH = "/run/disagg/config_db.patch.json"
REMEDY = "look at 'show runningconfiguration all' on the switch"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The whole running configuration."""
    return {RUNNING: Read(SHOW)}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Every row, named ``TABLE KEY``, with its fields."""
    tables = database(text_of("CONFIG_DB", seen[RUNNING], REMEDY))
    with shape_of("CONFIG_DB", REMEDY):
        return rows_of(tables)


def check(name: str, row: Row) -> None:
    """Refuse what CONFIG_DB cannot hold: a table without a key, a field that is not a string, or of a row to go."""
    table, _, key = name.partition(" ")
    if not key or " " in key or table != table.upper():
        raise ValueError(f"config[{name}]: not a row of CONFIG_DB; write a TABLE in capitals and a key without spaces")
    if is_absent(row) and row.get("fields") is not None:
        raise ValueError(f"config[{name}].fields: found beside absent; allowed: one of the two")
    for field, value in (row.get("fields") or {}).items():
        if not isinstance(value, str):
            raise ValueError(f"config[{name}].fields.{field}: {value!r} is not a string; put it in quotes")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """One patch with everything that differs, so that the switch takes all of it or nothing."""
    operations = patch(changes, after)
    text = json.dumps(operations, indent=2) + "\n"
    return [Write(PATCH, text), Run(("config", "apply-patch", PATCH))] if operations else []


def database(text: str) -> dict[str, dict[str, dict[str, Any]]]:
    """CONFIG_DB by table and key; FRR's ``bgpraw`` beside it is text and left out."""
    try:
        shown = json.loads(text[max(text.find("{"), 0) :])
    except ValueError as error:
        raise Unreadable(f"CONFIG_DB: not JSON: {error}; {REMEDY}") from None
    with shape_of("CONFIG_DB", REMEDY):
        return {table: rows for table, rows in shown.items() if isinstance(rows, dict)}


def rows_of(tables: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Rows:
    """The rows of a database by name; a list is written with commas, as redis keeps it."""
    return {
        f"{table} {key}": {"fields": {field: _string(value) for field, value in fields.items()}}
        for table, rows in tables.items()
        for key, fields in rows.items()
    }


def patch(changes: list[Change], after: Rows) -> list[dict[str, Any]]:
    """The RFC 6902 operations that make ``changes``, given everything as it will be."""
    by_table: dict[str, list[Change]] = {}
    for change in changes:
        by_table.setdefault(change.name.partition(" ")[0], []).append(change)
    there = {name for name, row in after.items() if row["fields"] is not None}
    touched = {change.name for change in changes}
    return [
        operation
        for table, own in by_table.items()
        for operation in _table(table, own, _in(table, there - touched), _in(table, there))
    ]


def _table(table: str, changes: list[Change], stays: bool, remains: bool) -> list[dict[str, Any]]:
    """A table's operations: SONiC has no empty tables, so the first row brings it and the last one takes it away."""
    existed = stays or any(change.before["fields"] is not None for change in changes)
    if not existed:
        rows = {change.name.partition(" ")[2]: change.after["fields"] for change in changes}
        return [{"op": "add", "path": pointer(table), "value": rows}]
    if not remains:
        return [{"op": "remove", "path": pointer(table)}]
    return [operation for change in changes for operation in _row(change)]


def _row(change: Change) -> list[dict[str, Any]]:
    before, after = change.before["fields"], change.after["fields"]
    path = change.name.partition(" ")[::2]
    if after is None:
        return [{"op": "remove", "path": pointer(*path)}]
    if before is None:
        return [{"op": "add", "path": pointer(*path), "value": after}]
    return [
        _field(pointer(*path, field), before.get(field), after.get(field))
        for field in sorted({*before, *after})
        if before.get(field) != after.get(field)
    ]


def _field(path: str, before: str | None, after: str | None) -> dict[str, Any]:
    if after is None:
        return {"op": "remove", "path": path}
    return {"op": "add" if before is None else "replace", "path": path, "value": after}


def pointer(*parts: str) -> str:
    """A JSON pointer (RFC 6901): ``/`` in a part is written ``~1``, ``~`` is ``~0``."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def _in(table: str, names: set[str]) -> bool:
    return any(name.startswith(f"{table} ") for name in names)


def _string(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
