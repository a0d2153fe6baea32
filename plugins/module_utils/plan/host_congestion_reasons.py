# SPDX-License-Identifier: GPL-3.0-or-later
"""Why the congestion control of a host's NICs is set so."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..spec.model import Profile, Roce
from .dcqcn import DEFAULTS, FIRMWARE, HYPER_INCREASE, INCREASE, scaled
from .model import Row
from .nics import CONNECTX, OFED
from .why import Why, reason

EVERY_PRIORITY = "the kernel's driver has no switch for one; ROCE_CC_PRIO_MASK_P1 is 255 unless somebody has set it"


def congestion_reasons(speed: int, roce: Roce, profile: Profile, subjects: Collection[str]) -> list[Row]:
    """One row for each number or group of them; ``speed`` in Mb/s; none where the NIC is given none of it."""
    if "roce_cc" not in subjects:
        return []
    cnp = f"DSCP {roce.cnp_dscp} in priority {roce.cnp_priority}"
    told = reason(
        "notifications (CNP)", cnp, Why("fabric.roce, the strict class that is never paused", {}, "cluster.yml")
    )
    return [told, *(_connectx(speed, roce, profile) if profile.nic == CONNECTX else [])]


def _connectx(speed: int, roce: Roce, profile: Profile) -> Iterator[Row]:
    if profile.nic_driver == OFED:
        yield reason("priority with ECN", str(roce.priority), Why("fabric.roce.priority", {}, "cluster.yml"))
    else:
        yield reason("priority with ECN", "every one", Why(EVERY_PRIORITY, {}, "Linux cong.c, mstflint issue 830"))
    rates = Why("rate x speed / 25G", {"rates": f"{INCREASE} and {HYPER_INCREASE}", "speed Mb/s": speed}, "HPCC run.py")
    told = f"{scaled(INCREASE, speed)} and {scaled(HYPER_INCREASE, speed)} Mb/s"
    yield reason("rp_ai_rate, rp_hai_rate", told, rates)
    values = ", ".join(f"{name} {value}" for name, value in DEFAULTS.items())
    yield reason("other values of DCQCN", values, Why("one value on every NIC", {}, FIRMWARE))
