# SPDX-License-Identifier: GPL-3.0-or-later
"""A Cumulus Linux switch in the words of NVUE: RoCE mode, and only what in it is not as wished.

Paths, defaults and the recipe for other priorities: Cumulus Linux 5.14, "RDMA over Converged Ethernet" and "Quality of
Service". The mode itself sets trust, maps, PFC, queues, pools and ECN.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import Nic
from ..spec.model import Roce
from .model import Row, Subject, subject
from .order import bare, natural, ports
from .switch_wish import SwitchWish

OS = "cumulus"
SAVED = "/etc/nvue.d/startup.yaml"
PRIORITY, CNP_PRIORITY = 3, 6  # of RoCE mode, and the traffic classes its ECN and its strict queue belong to
OTHERS_CLASS = 0
MARKING = {"min-threshold": 150_000, "max-threshold": 1_500_000, "probability": 100}
CABLE_METRES = 100
WATCHDOG_POLL, WATCHDOG_ROUNDS = 100, 3  # ms, and for how many of them a queue must be paused


def subjects(wish: SwitchWish) -> dict[str, Subject]:
    """All subjects of one switch."""
    rows = [*_ports(wish), *_routes(wish), *_qos(wish)]
    states = [{"port": nic.port, "speed": nic.speed, "mtu": wish.mtu, "oper": "up"} for nic in ports(wish.node)]
    return {
        "nvue": subject(sorted(rows, key=lambda row: natural(row["path"])), state="merged"),
        "saved": subject([{"file": SAVED, "differences": []}], state="merged", os=OS),
        "switch_port": subject(states, os=OS),
    }


def _row(path: str, value: object = "") -> Row:
    return {"path": path, "value": str(value)}


def _ports(wish: SwitchWish) -> list[Row]:
    return [row for nic in ports(wish.node) for row in _port(nic, wish)]


def _port(nic: Nic, wish: SwitchWish) -> list[Row]:
    here = f"interface {nic.port}"
    return [
        _row(f"{here} ip address {nic.address}"),
        _row(f"{here} link mtu", wish.mtu),
        _row(f"{here} link state up"),
        *([] if wish.roce.lossy else [_row(f"{here} qos pfc-watchdog state", "enable")]),
    ]


def _routes(wish: SwitchWish) -> list[Row]:
    here = "vrf default router static"
    return [_row(f"{here} {block} via {bare(nic.peer.address)}") for block, links in wish.ways for nic in links]


def _qos(wish: SwitchWish) -> Iterator[Row]:
    yield _row("qos roce mode", wish.roce.mode)
    if not wish.roce.lossy:
        yield from _pauses(wish)
    yield from _marking(wish)
    yield from _classes(wish.roce)
    yield from _dscps(wish.roce)


def _pauses(wish: SwitchWish) -> Iterator[Row]:
    """What only a lossless mode has: the cable for its headroom, and how long a storm may last."""
    if wish.cable != CABLE_METRES:
        yield _row("qos roce cable-length", wish.cable)
    rounds = -(-wish.detection // WATCHDOG_POLL)
    if rounds != WATCHDOG_ROUNDS:
        yield _row("qos pfc-watchdog robustness", rounds)


def _marking(wish: SwitchWish) -> Iterator[Row]:
    wanted = {"min-threshold": wish.kmin, "max-threshold": wish.kmax, "probability": wish.percent}
    if wanted != MARKING:
        here = f"qos congestion-control default-global traffic-class {PRIORITY}"
        yield _row(f"{here} ecn", "enable")
        yield from (_row(f"{here} {name}", value) for name, value in wanted.items())


def _classes(roce: Roce) -> Iterator[Row]:
    """Another priority keeps the mode's traffic class: it has the marking, the pool and the share of the wire."""
    wanted = {roce.priority: PRIORITY, roce.cnp_priority: CNP_PRIORITY}
    if roce.priority != PRIORITY and not roce.lossy:
        yield _row(f"qos pfc default-global switch-priority {roce.priority}")
    for priority in sorted({*wanted, PRIORITY, CNP_PRIORITY}):
        traffic_class = wanted.get(priority, OTHERS_CLASS)
        if traffic_class != _class_of_mode(priority):
            yield _row(
                f"qos egress-queue-mapping default-global switch-priority {priority} traffic-class", traffic_class
            )


def _class_of_mode(priority: int) -> int:
    return priority if priority in (PRIORITY, CNP_PRIORITY) else OTHERS_CLASS


def _dscps(roce: Roce) -> Iterator[Row]:
    """The mode takes the upper three bits of the DSCP for the priority."""
    here = "qos mapping default-global"
    wanted = {roce.dscp: roce.priority, roce.cnp_dscp: roce.cnp_priority}
    moved = {dscp: priority for dscp, priority in sorted(wanted.items()) if dscp >> 3 != priority}
    if moved:
        yield _row(f"{here} trust", "both")
    yield from (_row(f"{here} dscp {dscp} switch-priority", priority) for dscp, priority in moved.items())
