# SPDX-License-Identifier: GPL-3.0-or-later
"""What a port and its HCA have counted, by ``ethtool -S`` and the RDMA subsystem; read only. Pure.

Two readings, some time apart, are judged by checks/counters.py. Names: Linux, counters.rst of mlx5 and its counters.c.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, Unreadable, text_of

NAME = "counters"
KEY = ("port", "hca")
BLANK: Row = {}
REMEDY = "look at 'ethtool -S PORT' on the host"
_LINE = re.compile(r"^\s+([^:]+(?::[^:]+)*?):\s*([0-9]+)\s*$")
# Of the thousand counters of a port, those that a rule reads.
KEPT = re.compile(
    r"[rt]x_prio[0-7]_(packets|pause|pause_duration|buf_discard|cong_discard|discards)"
    r"|[rt]x_global_pause|tx_pause_storm_(warning|error)_events|rx_out_of_buffer|rx_discards_phy"
    r"|outbound_pci_stalled_wr(_events)?|[rt]x_vport_rdma_unicast_packets"
    r"|out_of_sequence|packet_seq_err|out_of_seq_request|rcvd_seq_err|sent_pkts|rcvd_pkts"
    r"|np_ecn_marked_roce_packets|np_cnp_sent|rp_cnp_handled|rp_cnp_ignored|local_ack_timeout_err"
)


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Both places of each port."""
    looks: dict[str, Read] = {}
    for name in want:
        port, _, hca = name.partition(" ")
        looks[f"{name}|port"] = Read(("ethtool", "-S", port))
        looks[f"{name}|hca"] = Read(glob=f"/sys/class/infiniband/{hca or port}/ports/1/hw_counters/*")
    return looks


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The counts of each port that rules read; packets, pauses and events."""
    names = dict.fromkeys(label.partition("|")[0] for label in seen)
    return {name: {"counts": _counts(name, seen)} for name in names}


def check(name: str, row: Row) -> None:
    """Nothing is wished here."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: counters are read."""
    return []


def between(first: Rows, second: Rows, seconds: float) -> Rows:
    """What grew from one reading to the next; a counter that fell was reset and counts from zero."""
    return {
        name: {**row, "seconds": round(seconds, 1), "grown": _grown(first[name]["counts"], row["counts"])}
        for name, row in second.items()
        if name in first
    }


def statistics(label: str, look: Seen) -> dict[str, int]:
    """All counters that ``ethtool -S`` shows; raises ``Unreadable``."""
    text = text_of(label, look, REMEDY)
    found = {match[1]: int(match[2]) for match in map(_LINE.match, text.splitlines()) if match}
    if not found:
        raise Unreadable(f"{label}: {text.strip()[:200]!r}; {REMEDY}")
    return found


def _counts(name: str, seen: Mapping[str, Seen]) -> dict[str, int]:
    files = {path.rpartition("/")[2]: text.strip() for path, text in seen[f"{name}|hca"].files.items()}
    shown = statistics(f"counters of {name.partition(' ')[0]}", seen[f"{name}|port"])
    found = {**shown, **{file: int(text) for file, text in files.items() if re.fullmatch("[0-9]+", text)}}
    return {counter: count for counter, count in sorted(found.items()) if KEPT.fullmatch(counter)}


def _grown(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    start = {counter: first.get(counter, 0) if first.get(counter, 0) <= now else 0 for counter, now in second.items()}
    return {counter: now - start[counter] for counter, now in second.items() if now != start[counter]}
