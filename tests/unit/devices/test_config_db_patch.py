# SPDX-License-Identifier: GPL-3.0-or-later
"""The patch for CONFIG_DB, applied by the library that SONiC applies it with, gives exactly the wished database."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import jsonpatch
import pytest

from plugins.module_utils.devices import config_db
from plugins.module_utils.reconcile import Row, changes, desired, rows_by

Database = dict[str, dict[str, dict[str, str]]]
TABLES = ("PORT", "INTERFACE", "DSCP_TO_TC_MAP")
KEYS = ("Ethernet0", "Ethernet0|10.64.0.0/31", "a~b", "x~1y/z")
FIELDS = ("mtu", "26", "slash/es", "til~de", "both~1/")


def database(dice: random.Random) -> Database:
    """A database as SONiC has them: rows may have no fields, tables have rows."""
    rows = {table: {key: fields(dice) for key in KEYS if dice.random() < 0.5} for table in TABLES}
    return {table: keyed for table, keyed in rows.items() if keyed}


def fields(dice: random.Random) -> dict[str, str]:
    return {field: dice.choice("12") for field in FIELDS if dice.random() < 0.4}


def wish(dice: random.Random) -> list[Row]:
    """Some rows of a plan."""
    return [
        {"table": table, "key": key, **fields_or_none(dice)} for table in TABLES for key in KEYS if dice.random() < 0.4
    ]


def fields_or_none(dice: random.Random) -> Row:
    """Some rows must not be there."""
    return {"absent": True} if dice.random() < 0.3 else {"fields": fields(dice)}


def wished(state: str, before: Database, rows: list[Row]) -> Database:
    """The database afterwards, worked out without our core."""
    after = copy.deepcopy(before)
    for row in rows:
        keyed = after.setdefault(row["table"], {})
        if state == "deleted" or "absent" in row:
            keyed.pop(row["key"], None)
        else:
            kept = keyed.get(row["key"], {}) if state == "merged" else {}
            keyed[row["key"]] = {**kept, **row["fields"]}
    return {table: keyed for table, keyed in after.items() if keyed}


def patch(state: str, before: Database, rows: list[Row]) -> list[dict[str, Any]]:
    """The operations that our device file makes."""
    have = config_db.rows_of(before)
    after = desired(state, have, rows_by(config_db.KEY, rows), config_db.BLANK)
    return config_db.patch(changes(have, after, config_db.BLANK), after)


@pytest.mark.parametrize("state", ["merged", "replaced", "deleted"])
@pytest.mark.parametrize("seed", range(100))
def test_a_patch_gives_the_wished_database_and_a_second_one_is_empty(state: str, seed: int) -> None:
    dice = random.Random(seed)
    before, rows = database(dice), wish(dice)
    after = jsonpatch.JsonPatch(patch(state, before, rows)).apply(before)
    assert after == wished(state, before, rows)
    assert patch(state, after, rows) == []


@pytest.mark.parametrize("seed", range(100))
def test_a_patch_touches_only_what_differs(seed: int) -> None:
    dice = random.Random(seed)
    before = database(dice)
    rows = [row for row in wish(dice) if "absent" not in row]  # the library writes "gone here, new there" as a move
    paths = [operation["path"] for operation in patch("merged", before, rows)]
    theirs = [operation["path"] for operation in jsonpatch.make_patch(before, wished("merged", before, rows))]
    assert sorted(paths) == sorted(theirs)


def test_the_patch_is_written_to_a_file_and_applied_once() -> None:
    have = config_db.rows_of({"DSCP_TO_TC_MAP": {"AZURE": {"26": "1", "48": "6"}}})
    want = rows_by(config_db.KEY, [{"table": "DSCP_TO_TC_MAP", "key": "AZURE", "fields": {"26": "3"}}])
    after = desired("merged", have, want, config_db.BLANK)
    write, run = config_db.render(changes(have, after, config_db.BLANK), after, {})
    assert json.loads(write.text) == [{"op": "replace", "path": "/DSCP_TO_TC_MAP/AZURE/26", "value": "3"}]
    assert run.shown() == ["config", "apply-patch", config_db.PATCH]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"table": "PORT", "key": "Ethernet0", "fields": {"mtu": 9000}}, "config[PORT Ethernet0].fields.mtu: 9000 is"),
        ({"table": "PORT", "key": "Ether net0", "fields": {}}, "config[PORT Ether net0]: not a row of CONFIG_DB"),
        ({"table": "PORT", "key": "Ethernet0", "fields": {}, "absent": True}, "config[PORT Ethernet0].fields: found b"),
        ({"table": "port", "key": "Ethernet0", "fields": {}}, "config[port Ethernet0]: not a row of CONFIG_DB"),
    ],
)
def test_a_row_that_cannot_be_is_refused(row: Row, words: str) -> None:
    ((name, wish),) = rows_by(config_db.KEY, [row]).items()
    with pytest.raises(ValueError) as told:
        config_db.check(name, wish)
    assert str(told.value).startswith(words)
