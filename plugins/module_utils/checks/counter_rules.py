# SPDX-License-Identifier: GPL-3.0-or-later
"""What the growth of a port's counters says of a RoCE fabric: one rule for each way in which it goes wrong. Pure.

Names: Linux, counters.rst of mlx5 and drivers/infiniband/hw/mlx5/counters.c; Soft-RoCE's own stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

LOST = ("out_of_sequence", "packet_seq_err", "out_of_seq_request", "rcvd_seq_err")
DROPS = ("discards", "buf_discard", "cong_discard")
RDMA = ("rx_vport_rdma_unicast_packets", "tx_vport_rdma_unicast_packets", "rcvd_pkts", "sent_pkts")
RECEIVED = "rx_vport_rdma_unicast_packets"
MARKED, SENT, HANDLED, IGNORED = "np_ecn_marked_roce_packets", "np_cnp_sent", "rp_cnp_handled", "rp_cnp_ignored"
STALLED = ("outbound_pci_stalled_wr", "outbound_pci_stalled_wr_events")
STORMS = ("tx_pause_storm_warning_events", "tx_pause_storm_error_events")
GLOBAL = ("rx_global_pause", "tx_global_pause")
ENOUGH = 1000  # packets: fewer say nothing of a class
MOST = 0.9  # share of the RDMA packets that counts as "they went there"


@dataclass(frozen=True)
class Reading:
    """Two readings of one port: what was counted at last, what grew, and what grew in the whole cluster."""

    counts: Mapping[str, int]
    grown: Mapping[str, int]
    lossless: tuple[int, ...]
    cluster: Mapping[str, int]

    @property
    def rdma(self) -> int:
        """RDMA packets that passed."""
        return sum(self.grown.get(name, 0) for name in RDMA)


class Symptom(NamedTuple):
    """What a rule found: its name, what would be right, what is."""

    rule: str
    wanted: str
    found: str


def symptoms(reading: Reading) -> list[Symptom]:
    """Everything that is wrong at one port."""
    found = [(rule, wanted, judge(reading)) for rule, (wanted, judge) in RULES.items()]
    return [Symptom(rule, wanted, told) for rule, wanted, told in found if told]


def _loss(reading: Reading) -> str:
    names = [f"rx_prio{priority}_{drop}" for priority in reading.lossless for drop in DROPS]
    return _told(reading.grown, [*LOST, *names]) if reading.lossless else ""


def _silent_receiver(reading: Reading) -> str:
    quiet = reading.grown.get(MARKED) and not reading.grown.get(SENT)
    return _told(reading.grown, [MARKED]) + f", {SENT} 0" if quiet else ""


def _deaf_sender(reading: Reading) -> str:
    ignored = _told(reading.grown, [IGNORED])
    nobody = reading.grown.get(SENT) and not reading.cluster.get(HANDLED)
    return ignored or (_told(reading.grown, [SENT]) + f", {HANDLED} 0 on every host" if nobody else "")


def _pause_before_mark(reading: Reading) -> str:
    pauses = _told(reading.grown, [f"rx_prio{priority}_pause" for priority in reading.lossless])
    return f"{pauses}, {MARKED} 0 on every host" if pauses and not reading.cluster.get(MARKED) else ""


def _slow_receiver(reading: Reading) -> str:
    pauses = _told(reading.grown, [f"tx_prio{priority}_pause" for priority in reading.lossless])
    stalls = _told(reading.grown, STALLED)
    return f"{pauses}, {stalls}" if pauses and stalls else ""


def _wrong_class(reading: Reading) -> str:
    packets = reading.grown.get(RECEIVED, 0)
    right = sum(reading.grown.get(f"rx_prio{priority}_packets", 0) for priority in reading.lossless)
    wrong = [one for one in range(8) if one not in reading.lossless]
    there = [one for one in wrong if reading.grown.get(f"rx_prio{one}_packets", 0) >= MOST * packets]
    if not reading.lossless or packets < ENOUGH or right >= (1 - MOST) * packets or not there:
        return ""
    return f"{packets} RDMA packets, of which {right} in it and {_told(reading.grown, [f'rx_prio{there[0]}_packets'])}"


def _storm(reading: Reading) -> str:
    return _told(reading.grown, STORMS)


def _global_pause(reading: Reading) -> str:
    return _told(reading.grown, GLOBAL)


def _lossy_pause(reading: Reading) -> str:
    return _told(reading.grown, [f"rx_prio{one}_pause" for one in range(8) if one not in reading.lossless])


def _no_pfc(reading: Reading) -> str:
    """mlx5 counts pauses of a priority only while PFC is on for it."""
    counts_priorities = any(f"rx_prio{one}_packets" in reading.counts for one in range(8))
    absent = [one for one in reading.lossless if f"rx_prio{one}_pause" not in reading.counts]
    return f"no counter rx_prio{absent[0]}_pause" if counts_priorities and absent else ""


def _told(grown: Mapping[str, int], names: Iterable[str]) -> str:
    return ", ".join(f"{name} +{grown[name]}" for name in names if grown.get(name))


RULES: Mapping[str, tuple[str, Callable[[Reading], str]]] = {
    "loss": ("no packet lost in a lossless class", _loss),
    "silent receiver": ("marked packets are answered with CNPs", _silent_receiver),
    "deaf sender": ("senders heed CNPs", _deaf_sender),
    "pause before mark": ("switches mark before they pause", _pause_before_mark),
    "slow receiver": ("the host takes what arrives", _slow_receiver),
    "wrong class": ("RDMA packets arrive in the lossless class", _wrong_class),
    "storm": ("no pause without end", _storm),
    "global pause": ("no global pause frames", _global_pause),
    "lossy pause": ("only lossless priorities pause", _lossy_pause),
    "no pfc": ("pauses of the lossless priority are counted", _no_pfc),
}
