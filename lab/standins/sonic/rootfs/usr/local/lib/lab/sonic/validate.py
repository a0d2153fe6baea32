# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold a whole configuration to the schema, as SONiC's YANG library does. Pure."""

from __future__ import annotations

from typing import Any

from .kinds import Database
from .musts import must
from .schema import TABLES, Rows


def problem(database: Database) -> str:
    """What is wrong with a configuration, in the words SONiC uses; empty where nothing is."""
    for table, rows in database.items():
        for key, fields in rows.items():
            told = _row(database, table, key, fields)
            if told:
                return f"Data Loading Failed\n{told}"
    return must(database)


def _row(database: Database, table: str, key: str, fields: dict[str, Any]) -> str:
    parts = key.split("|")
    forms = [form for form in TABLES.get(table, ()) if len(form.key) == len(parts)]
    if not forms:
        return unparsed(table, key)
    told = [_key(database, form, parts) or _fields(database, table, form, fields) for form in forms]
    return "" if "" in told else told[0]


def _key(database: Database, form: Rows, parts: list[str]) -> str:
    told = [kind.problem(part, database) for kind, part in zip(form.key, parts)]
    return next(filter(None, told), "")


def _fields(database: Database, table: str, form: Rows, fields: dict[str, Any]) -> str:
    missing = [name for name in form.mandatory if name not in fields]
    if missing:
        return f'Missing required element "{missing[0]}" in "{table}_LIST".'
    told = [_field(database, table, form, name, value) for name, value in fields.items()]
    return next(filter(None, told), "")


def _field(database: Database, table: str, form: Rows, name: str, value: Any) -> str:
    text = ",".join(value) if isinstance(value, list) else str(value)
    if form.entry:
        return form.entry[0].problem(name, database) or form.entry[1].problem(text, database)
    kind = form.fields.get(name)
    return kind.problem(text, database) if kind else unparsed(table, name)


def unparsed(table: str, name: str) -> str:
    """SONiC's words for a key or field that the model has not."""
    return f"All Keys are not parsed in {table}\nexceptionList:[\"'{name}'\"]"
