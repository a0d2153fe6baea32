# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the HCAs and the interface that NCCL is given are those of the host and its plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .devices import MOST, DeviceList, Entry, devices
from .facts import Facts
from .finding import Finding, Setting, finding
from .release import Release, told
from .values import as_nccl_reads

ONE_DEVICE = re.compile(r"_[a-z]*[0-9]+$")  # mlx5_1, bnxt_re1; not mlx5
RAILS_IN_LIST: Release = (2, 30, 7)  # NCCL commit 7ec092af; looked up in the libraries of 2.30.4 and 2.30.7


def hca_findings(setting: Setting, facts: Facts) -> Iterator[Finding]:
    """The findings about NCCL_IB_HCA."""
    listed = devices(setting.value)
    present = facts.hcas or tuple(facts.planned)
    yield from _prefixes(setting, listed, present, bool(facts.hcas))
    if len(listed.entries) > MOST:
        yield finding("too-many", setting, f"{MOST}", f"{len(listed.entries)} HCAs")
    if facts.version < RAILS_IN_LIST and any(entry.rail or entry.plane for entry in listed.entries):
        yield finding("rails-too-new", setting, "name:port", f"the release is {told(facts.version)}")
    if facts.hcas and not listed.selected(facts.hcas):
        yield finding("selects-nothing", setting, ", ".join(facts.hcas))
    elif facts.planned:
        yield from _against_plan(setting, listed, facts, present)


def interface_findings(setting: Setting, facts: Facts) -> Iterator[Finding]:
    """The findings about NCCL_SOCKET_IFNAME."""
    listed = devices(setting.value)
    selected = listed.selected(facts.ports)
    if facts.ports and not selected:
        yield finding("selects-nothing", setting, ", ".join(facts.ports))
    if facts.ports:
        yield from _prefixes(setting, listed, facts.ports, True)
    taken = [port for port in facts.rails if port in (selected or listed.selected(facts.rails))]
    if taken and listed.entries and not listed.exclude:
        planned = facts.plan.get("NCCL_SOCKET_IFNAME")
        yield finding("on-the-fabric", setting, planned or "the management port", f"{', '.join(taken)} is a rail")


def _prefixes(setting: Setting, listed: DeviceList, present: Sequence[str], whole: bool) -> Iterator[Finding]:
    """The name of one device that, without =, begins others too; ``whole`` where all devices are known."""
    mark = "^=" if listed.exclude else "="
    allowed = f"{setting.name}={mark}{setting.value.lstrip('^')}"
    for entry in () if listed.exact else listed.entries:
        more = [device for device in present if device.startswith(entry.name) and device != entry.name]
        if more and (entry.name in present or ONE_DEVICE.search(entry.name)):
            yield finding("prefix", setting, allowed, f"{entry.name} also means {', '.join(more)}")
            return
        if not whole and ONE_DEVICE.search(entry.name):
            yield finding("prefix", setting, allowed, f"{entry.name} also means {entry.name}0 and on")
            return


def _against_plan(setting: Setting, listed: DeviceList, facts: Facts, present: Sequence[str]) -> Iterator[Finding]:
    """The HCAs used against those planned, then the rail of each."""
    used = (
        {entry.name for entry in listed.entries} if listed.exact and not listed.exclude else {*listed.selected(present)}
    )
    planned = facts.planned
    missing, extra = [name for name in planned if name not in used], sorted(used - planned.keys())
    if missing or extra:
        parts = [f"without {', '.join(missing)}"] * bool(missing) + [f"with {', '.join(extra)}"] * bool(extra)
        yield finding("other-hcas", setting, facts.plan["NCCL_IB_HCA"], " and ".join(parts))
    for entry in listed.entries:
        wanted = planned.get(entry.name)
        if wanted and _differs(entry, wanted):
            allowed = f"{wanted.name}:{wanted.port or 1}" + (f":{wanted.rail}" if wanted.rail else "")
            yield finding("other-rail", setting, allowed, f"{entry.name} on port {entry.port or 'any'}{_rail(entry)}")


def _rail(entry: Entry) -> str:
    return f", rail {entry.rail}" if entry.rail else ""


def _differs(entry: Entry, wanted: Entry) -> bool:
    """A part that is left out means any."""
    pairs = ((entry.port, wanted.port or "1"), (entry.rail, wanted.rail))
    return any(one and two and as_nccl_reads(one) != as_nccl_reads(two) for one, two in pairs)
