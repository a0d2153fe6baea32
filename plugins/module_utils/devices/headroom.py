# SPDX-License-Identifier: GPL-3.0-or-later
"""The PFC headroom that is in force on a SONiC switch, whoever computed it: APPL_DB, not CONFIG_DB. Read only. Pure.

In the dynamic buffer model the switch computes it itself, and in both models a change may wait (sonic-swss issue 1467).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, json_of, shape_of

NAME = "headroom"
KEY = ("port", "priority")
BLANK: Row = {"profile": "", "xon": 0, "xoff": 0, "size": 0, "most": None}
DUMP = "sonic-db-dump"
GROUPS, LIMITS = "APPL_DB", "STATE_DB"
GROUP, PROFILE, LIMIT = "BUFFER_PG_TABLE:", "BUFFER_PROFILE_TABLE:", "BUFFER_MAX_PARAM_TABLE|"
REMEDY = "look at 'sonic-db-dump -n APPL_DB -k BUFFER_P* -y' on the switch"
_REFERENCE = re.compile(r"\[?(?:BUFFER_PROFILE_TABLE:)?([^\]]*)\]?")  # before SONiC 202111 with table and brackets
_RANGE = re.compile(r"([0-7])(?:-([0-7]))?")

Hashes = Mapping[str, Mapping[str, str]]


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The groups with their profiles, and what the chip lets a port have."""
    return {
        GROUPS: Read((DUMP, "-n", "APPL_DB", "-k", "BUFFER_P*", "-y")),
        LIMITS: Read((DUMP, "-n", "STATE_DB", "-k", "BUFFER_MAX_PARAM_TABLE*", "-y")),
    }


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Bytes of each group of each port; ``most`` is the port's limit for all, None where the switch tells none."""
    with shape_of("buffers", REMEDY):
        tables, limits = _hashes(GROUPS, seen), _hashes(LIMITS, seen)
        return dict(_groups(tables, limits))


def check(name: str, row: Row) -> None:
    """Nothing is wished of a group here that could not be."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: the switch makes it of its configuration."""
    return []


def _hashes(name: str, seen: Mapping[str, Seen]) -> Hashes:
    shown = json_of(f"buffers in {name}", seen[name], REMEDY)
    return {key: entry["value"] for key, entry in shown.items() if entry["type"] == "hash"}


def _groups(tables: Hashes, limits: Hashes) -> Iterator[tuple[str, Row]]:
    for key, fields in tables.items():
        port, _, part = key[len(GROUP) :].partition(":") if key.startswith(GROUP) else ("", "", "")
        span = _RANGE.fullmatch(part)
        for priority in range(int(span[1]), int(span[2] or span[1]) + 1) if span else ():
            yield f"{port} {priority}", _row(_name(fields), port, tables, limits)


def _row(name: str, port: str, tables: Hashes, limits: Hashes) -> Row:
    profile = tables.get(f"{PROFILE}{name}", {})
    sizes = {field: _bytes(profile.get(field)) or 0 for field in ("xon", "xoff", "size")}
    return {"profile": name, **sizes, "most": _bytes(limits.get(f"{LIMIT}{port}", {}).get("max_headroom_size"))}


def _name(fields: Mapping[str, str]) -> str:
    found = _REFERENCE.fullmatch(fields.get("profile", ""))
    return found[1] if found else ""


def _bytes(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch("[0-9]+", text) else None
