# SPDX-License-Identifier: GPL-3.0-or-later
"""Why each number of a switch's plan is so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..nodes import Node
from ..spec.model import Fabric, Roce
from .congestion import MARK_ALL, MARK_FROM, MARK_PROBABILITY, WATCHDOG_STEP, watchdog
from .lossless import ROCE_BANDWIDTH
from .model import Row
from .port_headroom import Group, Port
from .switch_intent import tier_of
from .switch_plan import SwitchPlan
from .why import Why, reason

CUMULUS = "NVIDIA Cumulus Linux 5.14, RoCE mode lossless"


def switch_reasons(fabric: Fabric, node: Node, made: SwitchPlan | None) -> list[Row]:
    """One row for each number: what it is, its value and where it comes from; none on InfiniBand."""
    if not fabric.roce or not node.nics:
        return []
    return [*(_computed(made) if made else _published()), *_common(tier_of(node, fabric).ports, fabric.roce)]


def _computed(made: SwitchPlan) -> Iterator[Row]:
    groups: dict[str, Group] = {_told(port): group for port, group in made.buffers.ports.values()}
    for name in made.why:
        yield reason(name, groups[name].told if name in groups else _values(made)[name], made.why[name])
    near = made.marking.nearest
    curve = f"{near.name}, {near.kmin} to {near.kmax} bytes, {near.percent:g} %"
    yield reason(
        "nearest published",
        curve,
        Why("smallest factors to Kmin, Kmax and Pmax", {}, "published by others, for comparison"),
    )


def _told(port: Port) -> str:
    """The name under which ``SwitchPlan.why`` has a port's headroom."""
    return f"xoff {port.speed} {port.cable}m"


def _values(made: SwitchPlan) -> Mapping[str, str]:
    pools, curve = made.buffers.pools, made.marking
    rest = "none" if curve.queue is None else f"{curve.queue:.0f} bytes"
    return {
        "pool": f"{pools.shared} bytes shared, {pools.headroom} shared headroom, {pools.reserved} reserved",
        "kmin": f"{curve.kmin} bytes",
        "kmax": f"{curve.kmax} bytes",
        "percent": f"{curve.percent} %, up to {curve.flows} flows come to rest, the planned ones at {rest}",
    }


def _published() -> Iterator[Row]:
    curve = f"{MARK_FROM} to {MARK_ALL} bytes, {MARK_PROBABILITY} %"
    yield reason("marking", curve, Why("published, for the switch's model is not told", {}, CUMULUS))


def _common(size: int, roce: Roce) -> Iterator[Row]:
    poll, detection = watchdog(size)
    storm = Why(f"{WATCHDOG_STEP} ms for each 32 ports, within YANG's limits", {"ports": size}, "pfcwd start_default")
    none = Why("fabric.roce.mode lossy: no port pauses another, so no headroom and no watchdog", {}, "cluster.yml")
    found = f"looked for each {poll} ms, broken after {detection} ms"
    yield reason("lossless", "none", none) if roce.lossy else reason("pause storm", found, storm)
    yield reason("weight", f"{ROCE_BANDWIDTH} of 100", Why("half each for RoCE and best effort", {}, CUMULUS))
