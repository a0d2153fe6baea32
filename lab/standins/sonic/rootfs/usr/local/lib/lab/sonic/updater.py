# SPDX-License-Identifier: GPL-3.0-or-later
"""SONiC's generic config updater: what becomes of a patch. The texts are those of sonic-utilities (2026-07)."""

from __future__ import annotations

import json
from typing import Any, Callable

import jsonpatch
import jsonpointer

from .database import Database
from .schema import TABLES
from .validate import problem

Say = Callable[[str], None]
Operation = dict[str, Any]

# gcu_field_operation_validators.conf.json since SONiC 202511 (sonic-utilities pull requests 4219 and 4226): only pools
# are restricted. Older releases let a patch change nothing of WRED_PROFILE but AZURE_LOSSLESS's green thresholds.
PERMITTED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "BUFFER_POOL": (
        ("ingress_lossless_pool/xoff", "ingress_lossless_pool/size", "egress_lossy_pool/size"),
        ("replace",),
    ),
}
NEVER_REMOVED = ("/PFC_WD/GLOBAL/POLL_INTERVAL", "/PFC_WD/GLOBAL", "/LOOPBACK_INTERFACE/Loopback0")
VALIDATOR = "generic_config_updater.field_operation_validators.rdma_config_update_validator"


class Refused(Exception):
    """The updater refuses; the message is what SONiC prints."""

    @property
    def told(self) -> str:
        """The words of ``config apply-patch``, which works by scope (one per ASIC)."""
        return f"Failed to apply patch on the following scopes:\n- localhost: {self}"


class Malformed(Refused):
    """The patch does not fit the configuration, which is found before any scope is looked at."""

    @property
    def told(self) -> str:
        return str(self)


def patch_of(text: str) -> jsonpatch.JsonPatch:
    """The patch in a file's text."""
    return jsonpatch.JsonPatch(json.loads(text))


def applied(running: Database, patch: jsonpatch.JsonPatch, say: Say) -> Database:
    """The configuration after ``patch``; raises ``Refused`` and then nothing has changed."""
    title = "Patch Applier: localhost"
    say(f"{title}: Patch application starting.")
    say(f"{title}: Patch: {patch}")
    target = simulated(running, patch)
    say(f"{title}: validating all JsonPatch operations are permitted on the specified fields")
    permitted(running, target)
    refuse_empty_tables(target)
    refuse_unknown_tables(patch)
    told = problem(target)
    if told:
        raise Refused(f"Given patch will produce invalid config. Error: {told}")
    changes = len(list(jsonpatch.make_patch(running, target)))
    say(f"{title}: applying {changes} change{'s' if changes != 1 else ''} in order{':' if changes else '.'}")
    return target


def simulated(running: Database, patch: jsonpatch.JsonPatch) -> Database:
    """What the patch makes of the configuration; a path that is not there is refused."""
    try:
        target: Database = patch.apply(running)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException) as error:
        raise Malformed(f"Validate json patch: {patch} failed due to:{error}") from None
    for table, rows in target.items():
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise Malformed(f"Validate json patch: {patch} failed due to:{table} is not a table of rows")
    return target


def permitted(running: Database, target: Database) -> None:
    """Refuse what may not be done to a field, whatever the result would be."""
    for operation in jsonpatch.make_patch(running, target):
        path, op = operation["path"], operation["op"]
        if op == "remove" and path in NEVER_REMOVED:
            raise Refused(f"Given patch operation is invalid. Operation: {op} is illegal on field: {path}")
        table = jsonpointer.JsonPointer(path).parts[0]
        if table in PERMITTED and not _permitted(table, operation):
            raise Refused(f"Modification of {table} table is illegal- validating function {VALIDATOR} returned False")


def _permitted(table: str, operation: Operation) -> bool:
    fields, operations = PERMITTED[table]
    return operation["op"] in operations and all(field in fields for field in _touched(operation))


def _touched(operation: Operation) -> list[str]:
    """The fields of an operation without the parts that have a digit in them (ports), as the validator sees them."""
    parts = jsonpointer.JsonPointer(operation["path"]).parts[1:]
    start = "/".join(part for part in parts if not any(sign.isdigit() for sign in part)).lower()
    value = operation.get("value")
    if not isinstance(value, dict):
        return [start]
    return [f"{start}/{key}" if start else key for key in value]


def refuse_empty_tables(target: Database) -> None:
    """A table without rows cannot be told from no table in redis, so the updater wants it removed."""
    empty = [table for table, rows in target.items() if not rows]
    if empty:
        raise Refused(
            "localhost: given patch is not valid because it will result in empty tables which is not allowed in "
            f"ConfigDb. Table{'s' if len(empty) != 1 else ''}: {', '.join(empty)}"
        )


def refuse_unknown_tables(patch: jsonpatch.JsonPatch) -> None:
    """Only tables with a YANG model may be patched."""
    if any(jsonpointer.JsonPointer(operation["path"]).parts[0] not in TABLES for operation in patch):
        raise Refused("Given patch is not valid because it has changes to tables without YANG models")


def stringified(database: Database) -> Database:
    """The configuration as redis keeps it: a value that is not a list is a string."""
    return {
        table: {
            key: {name: value if isinstance(value, list) else str(value) for name, value in row.items()}
            for key, row in rows.items()
        }
        for table, rows in database.items()
    }


def difference(running: Database, target: Database) -> jsonpatch.JsonPatch:
    """The patch that a rollback applies."""
    return jsonpatch.make_patch(running, target)
