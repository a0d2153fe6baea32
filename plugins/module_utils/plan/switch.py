# SPDX-License-Identifier: GPL-3.0-or-later
"""A SONiC switch: what its CONFIG_DB must hold, what must be saved, and how its ports must stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network
from itertools import groupby
from operator import itemgetter

from ..nodes import Nic, Node
from ..spec.model import Fabric, Roce
from . import switch_buffers, switch_buffers_lossy
from .config_db import no_row, row
from .congestion import MARK_ALL, MARK_FROM, MARK_PROBABILITY
from .model import Row, Subject, subject
from .order import bare, natural, ports
from .switch_intent import cable, tier_of
from .switch_plan import SwitchPlan
from .switch_qos import qos, roce_name
from .switch_ways import ways

SAVED = "/etc/sonic/config_db.json"


def subjects(
    node: Node, fabric: Fabric, roce: Roce, leaf_blocks: Mapping[IPv4Network, object], numbers: SwitchPlan | None
) -> dict[str, Subject]:
    """All subjects of one switch; ``numbers`` are None where nothing is known of what it is made of."""
    tier = tier_of(node, fabric)
    rows = [*_ports(node, fabric.mtu), *_interfaces(node), *_routes(node, leaf_blocks), *qos(node, roce, tier.ports)]
    rows += _computed(numbers, tier.buffer_model, roce) if numbers else _published(node, fabric, roce)
    rows.sort(key=lambda row: (row["table"], natural(row["key"])))
    return {
        "config_db": subject(rows, state="merged"),
        "headroom": subject(_headroom(numbers) if numbers and not roce.lossy else []),
        "metadata": subject(_metadata(tier.buffer_model) if numbers else [], state="merged"),
        "saved": subject([{"file": SAVED, "differences": []}], state="merged"),
        "switch_port": subject(
            {"port": nic.port, "speed": nic.speed, "mtu": fabric.mtu, "oper": "up"} for nic in ports(node)
        ),
    }


def _computed(numbers: SwitchPlan, buffer_model: str, roce: Roce) -> list[Row]:
    """Buffers and marking as computed, and the stock rows that would overlap with them."""
    buffers, curve = numbers.buffers, numbers.marking
    kind = switch_buffers_lossy if roce.lossy else switch_buffers
    return [
        *kind.rows(buffers, buffer_model),
        *(no_row(table, key) for table, key in kind.replaced(buffers)),
        switch_buffers.wred(roce_name(roce), curve.kmin, curve.kmax, curve.percent),
    ]


def _published(node: Node, fabric: Fabric, roce: Roce) -> list[Row]:
    """Cables for the switch's own buffers, and marking as published."""
    lengths = {nic.port: f"{cable(nic, fabric.cables)}m" for nic in ports(node)}
    return [
        *([row("CABLE_LENGTH", switch_buffers.ALL, {**lengths})] if lengths else []),
        switch_buffers.wred(roce_name(roce), MARK_FROM, MARK_ALL, MARK_PROBABILITY),
    ]


def _headroom(numbers: SwitchPlan) -> list[Row]:
    """What must be in force for the lossless group of each port, bytes; the switch may have made it itself."""
    groups, priority = numbers.buffers.ports, numbers.buffers.priority
    rows = [
        {"port": name, "priority": priority, "xoff": made.xoff, "size": made.size} for name, (_, made) in groups.items()
    ]
    return sorted(rows, key=lambda row: natural(str(row["port"])))


def _metadata(buffer_model: str) -> list[Row]:
    """What the switch must run with already: SONiC takes another buffer model only at a reload."""
    return [{"setting": "buffer_model", "value": buffer_model}]


def _ports(node: Node, mtu: int) -> list[Row]:
    return [row("PORT", nic.port, {"admin_status": "up", "mtu": mtu, "speed": nic.speed}) for nic in ports(node)]


def _interfaces(node: Node) -> list[Row]:
    """A routed port has one entry for itself and one for its address (sonic-interface.yang)."""
    return [row("INTERFACE", key, {}) for nic in ports(node) for key in (nic.port, f"{nic.port}|{nic.address}")]


def _routes(node: Node, leaf_blocks: Mapping[IPv4Network, object]) -> list[Row]:
    """The way to each other leaf's block: over every spine from a leaf, over every link to that leaf from a spine."""
    rows = []
    for links, blocks in groupby(ways(node, leaf_blocks), key=itemgetter(1)):
        hops = _hops(links)
        rows += [row("STATIC_ROUTE", f"default|{block}", hops) for block, _ in blocks]
    return rows


def _hops(links: Iterable[Nic]) -> dict[str, str]:
    links = [*links]
    return {
        "nexthop": ",".join(bare(nic.peer.address) for nic in links),
        "ifname": ",".join(nic.port for nic in links),
    }
