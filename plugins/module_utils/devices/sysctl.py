# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernel settings below /proc/sys, named as ``sysctl`` names them. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, text_of

NAME = "sysctl"
KEY = ("name",)
BLANK: Row = {}  # the kernel does not have it (yet): its module is not loaded or its port is not there
SWAP = str.maketrans("./", "/.")
REMEDY = "look at it with 'sysctl NAME' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Each setting's file."""
    return {name: Read(path=path(name)) for name in want}


def path(name: str) -> str:
    """Where a setting lies; a dot inside a port's name is written as a slash, as in sysctl(8): ``eth0/100``."""
    first = next((letter for letter in name if letter in "./"), ".")
    return f"/proc/sys/{name.translate(SWAP) if first == '.' else name}"


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The value of each setting the kernel has, blanks made single spaces."""
    return {
        name: {"value": " ".join(text_of(name, look, REMEDY).split())}
        for name, look in seen.items()
        if not look.missing
    }


def check(name: str, row: Row) -> None:
    """Refuse a value that could never read back as it was written."""
    value = row.get("value", "")
    if value != " ".join(value.split()):
        raise ValueError(f"config[{name}].value: {value!r} has stray blanks; write single spaces between the numbers")
    if ".." in path(name) or not name.strip("./"):
        raise ValueError(f"config[{name}].name: not a kernel setting; allowed: for example net.ipv4.conf.all.rp_filter")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """One ``sysctl -w`` per setting."""
    return [Run(("sysctl", "-w", f"{change.name}={change.after['value']}")) for change in changes]
