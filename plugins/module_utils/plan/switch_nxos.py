# SPDX-License-Identifier: GPL-3.0-or-later
"""A Cisco NX-OS switch as the lines of its configuration.

Cisco's AI/ML blueprint as others quote it: Cisco's own page was not read. The classes are those of NX-OS's eight
queues, of which queue 7 is the one with priority.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import Nic
from ..spec.model import Roce
from .lossless import BEST_EFFORT, CLASSES, ROCE_BANDWIDTH
from .model import Row, Subject
from .order import bare, ports
from .switch_text import NAME, handed_over, look, section
from .switch_wish import SwitchWish

OS = "nxos"
STRICT = 7  # the qos-group of CNP: a number within the switch, whatever priority CNP has on the wire
JUMBO = 9216  # bytes; with it a no-drop class gets its buffer, an interface's own MTU may be smaller
ROCE, CNP = f"{NAME}-roce", f"{NAME}-cnp"
IN, OUT, NETWORK = f"{NAME}-in", f"{NAME}-out", f"{NAME}-network"
WATCHDOG = "priority-flow-control watch-dog-interval on"


def subjects(wish: SwitchWish) -> dict[str, Subject]:
    """What is handed over for one switch."""
    sections = [
        section("", [] if wish.roce.lossy else [WATCHDOG]),
        section(f"class-map type qos match-any {ROCE}", [f"match dscp {wish.roce.dscp}"]),
        section(f"class-map type qos match-any {CNP}", [f"match dscp {wish.roce.cnp_dscp}"]),
        section(f"policy-map type qos {IN}", _classes(wish.roce)),
        section(f"policy-map type queuing {OUT}", _queues(wish)),
        section(f"policy-map type network-qos {NETWORK}", _network(wish.roce)),
        section(
            "system qos", [f"service-policy type network-qos {NETWORK}", f"service-policy type queuing output {OUT}"]
        ),
        *(section(f"interface {nic.port}", _port(nic, wish)) for nic in ports(wish.node)),
        section("", _routes(wish)),
    ]
    return handed_over(OS, (row for row in sections if row["lines"]), _looks(wish))


def strict_group(roce: Roce) -> int:
    """The qos-group of CNP: 7 unless RoCE has it."""
    return STRICT if roce.priority != STRICT else STRICT - 1


def _port(nic: Nic, wish: SwitchWish) -> list[str]:
    return [
        "no switchport",
        f"mtu {wish.mtu}",
        f"ip address {nic.address}",
        *([] if wish.roce.lossy else ["priority-flow-control mode on", WATCHDOG]),
        f"service-policy type qos input {IN}",
        "no shutdown",
    ]


def _classes(roce: Roce) -> Iterator[str]:
    groups = {ROCE: roce.priority, CNP: strict_group(roce), "class-default": BEST_EFFORT}
    for name, group in groups.items():
        yield f"class {name}"
        yield f"  set qos-group {group}"


def _queues(wish: SwitchWish) -> Iterator[str]:
    """All eight queues, the highest first; those not in use get nothing."""
    shares = {wish.roce.priority: ROCE_BANDWIDTH, BEST_EFFORT: 100 - ROCE_BANDWIDTH}
    for group in reversed(range(CLASSES)):
        yield f"class type queuing c-out-8q-q{group or '-default'}"
        if group == strict_group(wish.roce):
            yield "  priority level 1"
            continue
        yield f"  bandwidth remaining percent {shares.get(group, 0)}"
        if group == wish.roce.priority:
            yield f"  {_marking(wish)}"


def _marking(wish: SwitchWish) -> str:
    kmin, kmax = (round(threshold / 1000) for threshold in (wish.kmin, wish.kmax))
    return (
        f"random-detect minimum-threshold {kmin} kbytes maximum-threshold {kmax} kbytes"
        f" drop-probability {wish.percent} weight 0 ecn"
    )


def _network(roce: Roce) -> list[str]:
    """A class without ``pause`` is dropped from when its queue is full."""
    return [
        f"class type network-qos c-8q-nq{roce.priority}",
        f"  mtu {JUMBO}",
        *([] if roce.lossy else [f"  pause pfc-cos {roce.priority}"]),
        "class type network-qos c-8q-nq-default",
        f"  mtu {JUMBO}",
    ]


def _routes(wish: SwitchWish) -> Iterator[str]:
    return (f"ip route {block} {bare(nic.peer.address)}" for block, links in wish.ways for nic in links)


def _looks(wish: SwitchWish) -> list[Row]:
    first = ports(wish.node)[0].port
    pfc = look(f"show interface {first} priority-flow-control", "On")
    pause = look("show policy-map system type network-qos", f"pause pfc-cos {wish.roce.priority}")
    return [
        look("show interface status", *(nic.port.replace("Ethernet", "Eth") for nic in ports(wish.node))),
        *([] if wish.roce.lossy else [pfc]),
        look(f"show queuing interface {first}", f"c-out-8q-q{wish.roce.priority}"),
        *([] if wish.roce.lossy else [pause]),
        look("show ip route static", *(str(block) for block, _ in wish.ways)),
    ]
