# SPDX-License-Identifier: GPL-3.0-or-later
"""An Arista EOS switch as the lines of its configuration, in the order in which EOS shows them.

Grammar: AVD's eos_cli_config_gen (aristanetworks/avd), which renders the same lines from the same intent in a test.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import Nic
from .lossless import BEST_EFFORT, ROCE_BANDWIDTH, dscp_priority
from .model import Row, Subject
from .order import bare, ports
from .switch_text import NAME, handed_over, look, section
from .switch_wish import SwitchWish

OS = "eos"
DSCPS = 64


def subjects(wish: SwitchWish) -> dict[str, Subject]:
    """What is handed over for one switch."""
    sections = [
        section(f"qos profile {NAME}", _profile(wish)),
        *(section(f"interface {nic.port}", _port(nic, wish.mtu)) for nic in ports(wish.node)),
        section("", [*_routes(wish), *_global(wish)]),
    ]
    return handed_over(OS, sections, _looks(wish))


def _port(nic: Nic, mtu: int) -> list[str]:
    return [f"mtu {mtu}", "no switchport", f"ip address {nic.address}", f"service-profile {NAME}"]


def _profile(wish: SwitchWish) -> Iterator[str]:
    """Trust, PFC with its watchdog where RoCE is lossless, and the three queues."""
    yield "qos trust dscp"
    if not wish.roce.lossy:
        yield from ("priority-flow-control on", f"priority-flow-control priority {wish.roce.priority} no-drop")
        yield from ("priority-flow-control pause watchdog", "priority-flow-control pause watchdog port action drop")
    queues = {
        BEST_EFFORT: ["no priority", f"bandwidth percent {100 - ROCE_BANDWIDTH}"],
        wish.roce.priority: ["no priority", f"bandwidth percent {ROCE_BANDWIDTH}", _marking(wish)],
        wish.roce.cnp_priority: ["priority strict"],
    }
    for queue, lines in sorted(queues.items()):
        yield f"uc-tx-queue {queue}"
        yield from (f"   {line}" for line in lines)


def _marking(wish: SwitchWish) -> str:
    return (
        f"random-detect ecn minimum-threshold {wish.kmin} bytes maximum-threshold {wish.kmax} bytes"
        f" max-mark-probability {wish.percent} weight 0"
    )


def _routes(wish: SwitchWish) -> Iterator[str]:
    yield from (f"ip route {block} {bare(nic.peer.address)}" for block, links in wish.ways for nic in links)
    yield "ip routing"


def _global(wish: SwitchWish) -> Iterator[str]:
    """A class has one number from DSCP to queue; every DSCP that is not in use is best effort."""
    if not wish.roce.lossy:
        yield f"priority-flow-control pause watchdog default timeout {wish.detection / 1000:g}"
    known = dscp_priority(wish.roce)
    others = " ".join(str(code) for code in range(DSCPS) if code not in known)
    yield f"qos map dscp {others} to traffic-class {BEST_EFFORT}"
    yield from (f"qos map dscp {code} to traffic-class {known[code]}" for code in sorted(known))


def _looks(wish: SwitchWish) -> list[Row]:
    first = ports(wish.node)[0].port
    paused = look(f"show priority-flow-control interfaces {first} status", str(wish.roce.priority))
    return [
        look("show interfaces status", *(nic.port.replace("Ethernet", "Et") for nic in ports(wish.node))),
        *([] if wish.roce.lossy else [paused]),
        look(f"show qos interfaces {first}", "Trust Mode: DSCP"),
        look("show ip route static", *(str(block) for block, _ in wish.ways)),
    ]
