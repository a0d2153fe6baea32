# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules between fields and rows (YANG's ``must``) of the tables in the schema. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Callable

from .kinds import Database

Row = dict[str, Any]


def must(database: Database) -> str:
    """The first rule that a configuration breaks; empty where it keeps all."""
    return next((told for rule in RULES for told in rule(database)), "")


def interfaces(database: Database) -> Iterator[str]:
    """An address needs its port's own row, and its family must be its own."""
    rows = database.get("INTERFACE", {})
    for key, row in rows.items():
        port, _, prefix = key.partition("|")
        if prefix and port not in rows:
            yield "Must condition not satisfied, Try adding PORT: {}, Example: 'Ethernet0': {}"
        if prefix and row.get("family") not in (None, "IPv6" if ":" in prefix else "IPv4"):
            yield "Must condition \"(contains(../ip-prefix, ':') and current()='IPv6') ...\" not satisfied."


def thresholds(database: Database) -> Iterator[str]:
    """WRED's maximum is not below its minimum."""
    for row in database.get("WRED_PROFILE", {}).values():
        for colour in ("green", "yellow", "red"):
            low, high = row.get(f"{colour}_min_threshold"), row.get(f"{colour}_max_threshold")
            if high is not None and (low is None or int(high) < int(low)):
                yield f"{colour.title()} max threshold must be greater than or equal to min threshold"


def rates(database: Database) -> Iterator[str]:
    """A scheduler's bursts and peak rate need the rates they belong to."""
    for row in database.get("SCHEDULER", {}).values():
        for name, needs, above in (("pir", "cir", "cir"), ("cbs", "cir", ""), ("pbs", "pir", "cbs")):
            if name in row and not int(row.get(needs, 0)):
                yield f"Invalid {name} without {needs}"
            if name in row and int(row[name]) < int(row.get(above, 0)):
                yield f"{name} must be greater than or equal to {above}"


def watchdog(database: Database) -> Iterator[str]:
    """The watchdog's times are not below its polling interval, and GLOBAL has nothing but that interval."""
    rows = database.get("PFC_WD", {})
    poll = int(rows.get("GLOBAL", {}).get("POLL_INTERVAL", 0))
    for key, row in rows.items():
        if ("POLL_INTERVAL" in row) != (key == "GLOBAL" and bool(row)) or (key == "GLOBAL" and len(row) > 1):
            yield "Must condition \"../ifname = 'GLOBAL'\" not satisfied."
        for name in ("detection_time", "restoration_time"):
            if name in row and int(row[name]) < poll:
                yield f"{name} must be greater than or equal to POLL_INTERVAL"


def lanes(database: Database) -> Iterator[str]:
    """No lane belongs to two ports (a check GCU has beside YANG)."""
    taken: dict[str, str] = {}
    for port, row in database.get("PORT", {}).items():
        for lane in (part.strip() for part in str(row.get("lanes", "")).split(",")):
            if not lane.isdigit():
                yield f"PORT '{port}' has an invalid lane '{lane}'"
            elif taken.setdefault(lane, port) != port:
                yield f"'{lane}' lane is used multiple times in PORT: {sorted({port, taken[lane]})}"


def pools(database: Database) -> Iterator[str]:
    """A pool's percentage is for the dynamic model and not beside a size."""
    model = database.get("DEVICE_METADATA", {}).get("localhost", {}).get("buffer_model")
    for row in database.get("BUFFER_POOL", {}).values():
        if "percentage" in row and "size" in row:
            yield "Percentage should not be configured along with size"
        if "percentage" in row and model != "dynamic":
            yield "Percentage must be configured in dynamic buffer model"


RULES: tuple[Callable[[Database], Iterator[str]], ...] = (interfaces, thresholds, rates, watchdog, lanes, pools)
