# SPDX-License-Identifier: GPL-3.0-or-later
"""Trust and DSCP of a port by the files that MLNX_OFED's driver has in /sys/class/net/PORT/qos. Pure.

Forms of the files: Mellanox mlnx-tools, python/mlnx_qos. Every DSCP has a priority there; 0 is what nobody has set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..subject import Action, Put, Read, Seen, Unreadable, text_of

REMEDY = "the port's driver must be MLNX_OFED's; choose another backend"
TRUST, DSCP = "trust", "dscp2prio"
_ENTRY = re.compile(r"([0-9]{1,2})\s+([0-7])\s*")


def reads(port: str) -> Mapping[str, Read]:
    """Both files."""
    return {name: Read(path=_path(port, name)) for name in (TRUST, DSCP)}


def dscp_map(port: str, seen: Mapping[str, Seen]) -> dict[str, int]:
    """The priority of each DSCP that has one; empty where the port goes by the Ethernet header's."""
    trust = text_of(_path(port, TRUST), seen[TRUST], REMEDY).strip()
    if trust not in ("dscp", "pcp", "both"):
        raise Unreadable(f"{_path(port, TRUST)}: {trust[:200]!r}; {REMEDY}")
    lines = text_of(_path(port, DSCP), seen[DSCP], REMEDY).splitlines()
    entries = [match for match in map(_ENTRY.fullmatch, (line.strip() for line in lines)) if match]
    found = {int(entry[1]): int(entry[2]) for entry in entries}
    if len(found) != 64:
        raise Unreadable(f"{_path(port, DSCP)}: {len(found)} DSCPs found, 64 expected; {REMEDY}")
    return {str(dscp): found[dscp] for dscp in sorted(found) if found[dscp]} if trust == "dscp" else {}


def actions(port: str, before: Mapping[str, int], after: Mapping[str, int]) -> list[Action]:
    """The map first, then the trust that brings it into force; a port without a map trusts the Ethernet header."""
    zero = [dscp for dscp, priority in after.items() if not priority]
    if zero:
        raise ValueError(f"config[{port}].map[{zero[0]}]: 0 is every unnamed DSCP's on this host; leave it out")
    wished = {**dict.fromkeys(before, 0), **after} if after else {}
    # before it is trusted the table may hold anything: write all of it once
    table = wished if before else {**{str(dscp): 0 for dscp in range(64)}, **after} if after else {}
    puts = [
        Put(_path(port, DSCP), f"{dscp} {table[dscp]}")
        for dscp in sorted(table, key=int)
        if not before or before.get(dscp, 0) != table[dscp]
    ]
    trust = [Put(_path(port, TRUST), "dscp" if after else "pcp")] if bool(before) != bool(after) else []
    return [*puts, *trust]


def _path(port: str, name: str) -> str:
    return f"/sys/class/net/{port}/qos/{name}"
