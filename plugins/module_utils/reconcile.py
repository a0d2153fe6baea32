# SPDX-License-Identifier: GPL-3.0-or-later
"""Work out what has to change. Pure: no Ansible, no files, no processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]  # one resource's settings, without the fields that name it
Rows = dict[str, Row]  # by name


ABSENT = "absent"  # a wished row with this field true must not be there

STATES = ("merged", "replaced", "overridden", "deleted", "gathered", "rendered")


@dataclass(frozen=True)
class Change:
    """One resource before and after; ``before`` or ``after`` equals the subject's blank where it is not set."""

    name: str
    before: Row
    after: Row


def rows_by(key: tuple[str, ...], config: list[Row]) -> Rows:
    """Key ``config`` by the fields in ``key`` and leave out what is unset; all of ``key`` but the first may be."""
    rows: Rows = {}
    for index, entry in enumerate(config):
        name = " ".join(str(entry[field]) for field in key if entry.get(field) is not None)
        if not name:
            raise ValueError(f"config[{index}].{key[0]}: missing; give it")
        if name in rows:
            raise ValueError(f"config[{index}].{key[-1]}: {name!r} is listed twice; name it once")
        rows[name] = {field: value for field, value in entry.items() if field not in key and value is not None}
    return rows


def config_by(key: tuple[str, ...], rows: Rows) -> list[Row]:
    """Undo ``rows_by``: what a module returns has the form of its ``config``."""
    return [{**dict(zip(key, name.split(" ", len(key) - 1))), **row} for name, row in sorted(rows.items())]


def desired(state: str, have: Rows, want: Rows, blank: Row) -> Rows:
    """Say how everything should look afterwards; ``blank`` is a row as nobody has set it."""
    if state == "gathered":
        return have
    gone = {name: blank for name, row in want.items() if is_absent(row)}
    return {**_desired(state, have, {name: _present(want[name]) for name in want}, blank), **gone}


def _desired(state: str, have: Rows, want: Rows, blank: Row) -> Rows:
    fresh = {name: {**blank, **row} for name, row in want.items()}
    if state in ("merged", "rendered"):
        return {**have, **{name: merged({**blank, **have.get(name, {})}, row) for name, row in want.items()}}
    if state == "replaced":
        return {**have, **fresh}
    if state == "overridden":
        return {**dict.fromkeys(have, blank), **fresh}
    if state == "deleted":
        return {**have, **dict.fromkeys(want, blank)}
    raise ValueError(f"state: {state!r} is not known; allowed: {', '.join(STATES)}")


def is_absent(row: Row) -> bool:
    """Whether a wished row is one that must not be there."""
    return bool(row.get(ABSENT))


def _present(row: Row) -> Row:
    return {field: value for field, value in row.items() if field != ABSENT}


def merged(have: Row, row: Row) -> Row:
    """Lay ``row`` over ``have``; a setting that is itself a map keeps the entries that ``row`` does not name."""
    maps = {field: {**have[field], **value} for field, value in row.items() if _maps(have.get(field), value)}
    return {**have, **row, **maps}


def _maps(*values: Any) -> bool:
    return all(isinstance(value, dict) for value in values)


def changes(have: Rows, after: Rows, blank: Row) -> list[Change]:
    """List what differs, sorted by name; a resource that is missing counts as ``blank``."""
    pairs = [Change(name, have.get(name, blank), after.get(name, blank)) for name in sorted({*have, *after})]
    return [change for change in pairs if change.before != change.after]
