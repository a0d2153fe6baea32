# SPDX-License-Identifier: GPL-3.0-or-later
"""What a place of NVUE's tree is about, in words that checks of SONiC know, and how it serves a DSCP. Pure."""

from __future__ import annotations

from ..reconcile import Rows

QOS = "DSCP_TO_TC_MAP"  # any setting of the switch's classes: they are shared by all ports
TABLES = {"link": "PORT", "ip": "INTERFACE", "qos": "PORT_QOS_MAP"}  # by the word after a port's name
MODE, MAP, PFC = "qos roce mode", "qos mapping default-global dscp", "qos pfc default-global switch-priority"
PRIORITY = "3"  # the one that RoCE mode makes lossless (Cumulus Linux 5.14)


def nvue_table(path: str) -> str:
    """The table of CONFIG_DB that holds the like; empty where none does."""
    words = path.split()
    if words[0] == "qos":
        return QOS
    if words[0] == "vrf":
        return "STATIC_ROUTE"
    return TABLES.get(words[2], "") if words[0] == "interface" and len(words) > 2 else ""


def served(rows: Rows, dscp: str) -> tuple[str, bool]:
    """The priority of a DSCP, and whether that is lossless."""
    priority = _value(rows, f"{MAP} {dscp} switch-priority") or str(int(dscp) >> 3)
    moved = [path.rpartition(" ")[2] for path in rows if path.startswith(f"{PFC} ")]
    lossless = _value(rows, MODE) == "lossless" and priority in (moved or [PRIORITY])
    return priority, lossless


def _value(rows: Rows, path: str) -> str:
    return str((rows.get(path) or {}).get("value") or "")
