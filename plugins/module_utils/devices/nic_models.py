# SPDX-License-Identifier: GPL-3.0-or-later
"""How each NIC's driver lets its settings be made, and which must be made by hand with the maker's tool. Pure.

Commands: Broadcom's bnxt_setupcc.sh 236.1.155.0; ROCm/mori tools/env_setup.sh for AMD's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..subject import Read, Seen, Unreadable

_FIELD = re.compile(r"^(DRIVER|PCI_SLOT_NAME)=(\S+)$", re.MULTILINE)
REMEDY = "the port must be a PCI network card; look at 'ethtool -i PORT' on the host"


@dataclass(frozen=True)
class Model:
    """A family of NICs; ``by_hand`` has the maker's commands for subjects that no module of ours can set."""

    name: str
    by_hand: Mapping[str, str] = field(default_factory=dict)


MODELS: Mapping[str, Model] = {
    "mlx5_core": Model("NVIDIA ConnectX"),
    "bnxt_en": Model("Broadcom Thor"),
    "ionic": Model(
        "AMD Pollara",
        {
            "dscp": "nicctl update qos --classification-type dscp; nicctl update qos dscp-to-priority --dscp DSCP"
            " --priority PRIORITY",
            "pause": "nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable",
            "pfc": "nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable; nicctl update qos"
            " pfc --priority PRIORITY --no-drop enable",
            "ets": "nicctl update qos scheduling --priority 0,3,6 --dwrr 10,90,0 --rate-limit 0,0,10, after the DSCPs",
            "roce_cc": "nicctl update dcqcn -r HCA -i 1 --cnp-dscp DSCP --ai-rate MBPS and so on",
        },
    ),
}


def driver_read(port: str) -> Read:
    """The look that tells a port's driver and place on the PCI bus."""
    return Read(path=f"/sys/class/net/{port}/device/uevent")


def driver_of(look: Seen) -> str:
    """The driver's name; empty where it is not known."""
    return _fields(look).get("DRIVER", "")


def slot_of(look: Seen) -> str:
    """The place on the PCI bus, as 0000:17:00.0; empty where it is not known."""
    return _fields(look).get("PCI_SLOT_NAME", "")


def refuse_by_hand(driver: str, subject: str, port: str) -> None:
    """Refuse what only the maker's tool can set, and tell its commands."""
    model = MODELS.get(driver)
    if model and subject in model.by_hand:
        raise Unreadable(
            f"{subject} of {port}: {driver} ({model.name}) has no dcb for it; set it by hand: {model.by_hand[subject]}"
        )


def refuse_unknown(driver: str, subject: str, port: str) -> None:
    """Refuse a driver of which we know no way to set ``subject``."""
    refuse_by_hand(driver, subject, port)
    if driver not in MODELS:
        known = ", ".join(sorted(name for name in MODELS if subject not in MODELS[name].by_hand))
        raise Unreadable(f"{subject} of {port}: driver {driver or 'unknown'}; allowed: {known}; {REMEDY}")


def _fields(look: Seen) -> dict[str, str]:
    return {match[1]: match[2] for match in _FIELD.finditer(look.text)}
