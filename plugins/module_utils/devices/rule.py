# SPDX-License-Identifier: GPL-3.0-or-later
"""Policy rules of IPv4: which table a source address is routed by, as ``ip rule`` shows and sets them. Pure.

Rules that select by anything else than a source within the network are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of
from .route import network, refuse_outside, table_known, table_of

NAME = "rule"
KEY = ("source", "priority")  # priority is left out where it is OURS
BLANK: Row = {}  # no such rule
OURS = 1000  # after the kernel's local table (0), before its main one (32766)
SIMPLE = {"priority", "src", "srclen", "table", "protocol"}
REMEDY = "look at 'ip -N -j rule show' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """All rules at once."""
    for name in want:
        refuse_outside(name, name.split(" ")[0], options)
    return {"rule": Read(("ip", "-4", "-N", "-j", "rule", "show"))}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The rules by source; tables of one source and priority in the order in which the kernel asks them."""
    rows: Rows = {}
    entries = json_of("rules", seen["rule"], REMEDY)
    with shape_of("rules", REMEDY):
        for entry in entries:
            if SIMPLE.issuperset(entry) and entry["src"] != "all" and _is_within(entry, options):
                name = _name(entry)
                tables = [*rows.get(name, {}).get("table", "").split(), table_of(entry)]
                rows[name] = {"table": " ".join(tables)}
    return rows


def check(name: str, row: Row) -> None:
    """Refuse a source that is no address and a table by a name of the host's own."""
    source = name.split(" ")[0]
    network(f"config[{name}].source", source if "/" in source else f"{source}/32")
    if source.endswith("/32"):
        raise ValueError(f"config[{name}].source: {source!r}; write one address without /32")
    if name.endswith(f" {OURS}"):
        raise ValueError(f"config[{name}].priority: {OURS}; leave it out, that is what it is then")
    if row:
        table_known(f"config[{name}].table", row.get("table", ""))


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """New rules before old ones go, so that no packet is routed by the main table in between."""
    new = [Run(("ip", "rule", "add", *words)) for change in changes for words in _words(change, gone=False)]
    old = [Run(("ip", "rule", "del", *words)) for change in changes for words in _words(change, gone=True)]
    return [*new, *old]


def _is_within(entry: Mapping[str, Any], options: Options) -> bool:
    try:
        refuse_outside("", _source(entry), options)
    except ValueError:
        return False
    return True


def _source(entry: Mapping[str, Any]) -> str:
    return f"{entry['src']}/{entry['srclen']}" if "srclen" in entry else str(entry["src"])


def _name(entry: Mapping[str, Any]) -> str:
    return _source(entry) + ("" if entry["priority"] == OURS else f" {entry['priority']}")


def _words(change: Change, gone: bool) -> list[list[str]]:
    source, *priority = change.name.split(" ")
    before, after = ({*row.get("table", "").split()} for row in (change.before, change.after))
    tables = before - after if gone else after - before
    pref = priority[0] if priority else str(OURS)
    return [["from", source, "table", table, "pref", pref] for table in sorted(tables)]
