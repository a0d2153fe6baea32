# SPDX-License-Identifier: GPL-3.0-or-later
"""The families of NICs: which settings the plan gives to each, and why another is left out of it.

Commands and files: Broadcom's bnxt_setupcc.sh 236.1.155.0, ROCm/mori tools/env_setup.sh for AMD's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..devices.nic_models import MODELS
from ..spec.model import Profile, Roce

INBOX, OFED = "inbox", "ofed"  # whose driver a ConnectX has: the kernel's or MLNX_OFED's
CONNECTX, THOR2, POLLARA, SOFT_ROCE = "connectx", "thor2", "pollara", "soft_roce"
UNPUBLISHED = "nothing is published of it for this NIC"


@dataclass(frozen=True)
class Family:
    """``driver`` is the kernel's; its HCAs are named ``hca`` and a number unless udev renames them."""

    driver: str
    hca: str
    without: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    @property
    def name(self) -> str:
        """The maker's name of it."""
        return self.title or MODELS[self.driver].name


def _by_hand(driver: str, *subjects: str) -> dict[str, str]:
    told = MODELS[driver].by_hand
    return {subject: f"by hand, with {told[subject]}" for subject in subjects}


FAMILIES: Mapping[str, Family] = {
    CONNECTX: Family("mlx5_core", "mlx5_"),
    THOR2: Family("bnxt_en", "bnxt_re", {"buffer": UNPUBLISHED, "counters": UNPUBLISHED}),
    POLLARA: Family(
        "ionic",
        "ionic_",
        {
            **_by_hand("ionic", "pause", "pfc", "ets", "dscp", "roce_cc"),
            **dict.fromkeys(("buffer", "counters", "dcbx"), UNPUBLISHED),
        },
    ),
    # RDMA of the kernel itself on any port (rdma_rxe); virtual machines have it
    SOFT_ROCE: Family(
        "virtio_net",
        "rxe",
        {"roce_cc": "Soft-RoCE has no DCQCN", "counters": "Soft-RoCE counts no pauses"},
        "Soft-RoCE",
    ),
}


def warnings(profile: Profile, roce: Roce) -> list[str]:
    """What a person has to know of a host whose NIC cannot be given all: by subject, with the numbers of this plan."""
    family = FAMILIES[profile.nic]
    numbers = (
        f"DSCP {roce.dscp} in PRIORITY {roce.priority}, congestion notifications {roce.cnp_dscp} in {roce.cnp_priority}"
    )
    lossy = ("pfc",) if roce.lossy else ()  # its commands switch PFC on
    told = [f"{subject} is not set: {reason}" for subject, reason in family.without.items() if subject not in lossy]
    return [f"{family.name}: {one}; the plan has {numbers}" for one in told] if profile.ports else []
