# SPDX-License-Identifier: GPL-3.0-or-later
"""Arista's own renderer is the judge: AVD makes the same lines of the same intent, out of a model it validates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugins.module_utils.handover import config_text
from plugins.module_utils.plan import switch_eos
from plugins.module_utils.plan.order import bare, ports
from plugins.module_utils.spec.model import Roce
from tests.unit.plan.other_switches import wish_of

pyavd = pytest.importorskip("pyavd", reason="skipped: no pyavd, pip install pyavd==6.4.0 brings it")

USUAL = wish_of("eos", "leaf-1")
WISHES = {
    "leaf": USUAL,
    "spine": wish_of("eos", "spine-1"),
    "computed thresholds": replace(USUAL, kmin=400_128, kmax=1_600_512, percent=12, detection=400),
    "other classes": replace(USUAL, roce=Roce(dscp=24, priority=4, cnp_dscp=46, cnp_priority=5)),
}


def structured(wish):
    """The intent in AVD's model, from the wish alone."""
    roce = wish.roce
    others = " ".join(str(code) for code in range(64) if code not in (roce.dscp, roce.cnp_dscp))
    maps = [(others, 0), *sorted([(roce.dscp, roce.priority), (roce.cnp_dscp, roce.cnp_priority)])]
    ecn = {"units": "bytes", "min": wish.kmin, "max": wish.kmax, "max_probability": wish.percent, "weight": 0}
    watchdog = {"enabled": True, "action": "drop"}
    return {
        "hostname": wish.node.name,
        "ip_routing": True,
        "qos": {"map": {"dscp": [f"{codes} to traffic-class {number}" for codes, number in maps]}},
        "qos_profiles": [
            {
                "name": "disagg",
                "trust": "dscp",
                "priority_flow_control": {
                    "enabled": True,
                    "priorities": [{"priority": roce.priority, "no_drop": True}],
                    "watchdog": watchdog,
                },
                "uc_tx_queues": [
                    {"id": 0, "priority": "no priority", "bandwidth_percent": 50},
                    {
                        "id": roce.priority,
                        "priority": "no priority",
                        "bandwidth_percent": 50,
                        "random_detect": {"ecn": {"threshold": ecn}},
                    },
                    {"id": roce.cnp_priority, "priority": "priority strict"},
                ],
            }
        ],
        "priority_flow_control": {"watchdog": {"timeout": f"{wish.detection / 1000:g}"}},
        "ethernet_interfaces": [
            {
                "name": nic.port,
                "mtu": wish.mtu,
                "switchport": {"enabled": False},
                "ip_address": nic.address,
                "service_profile": "disagg",
            }
            for nic in ports(wish.node)
        ],
        "static_routes": [
            {"prefix": str(block), "next_hop": bare(nic.peer.address)} for block, links in wish.ways for nic in links
        ],
    }


def by_section(text):
    """The lines of each section in their order, without marks between them; those of none as a set."""
    found, head = {"": set()}, ""
    for line in text.splitlines():
        if not line.startswith(" "):
            head = line if line.startswith(("interface ", "qos profile ")) else ""
        if head == line:
            found[head] = []
        elif head and line.strip() != "!":
            found[head].append(line)
        elif not head and line not in ("!", "end") and not line.startswith("hostname "):
            found[""].add(line)
    return found


@pytest.mark.parametrize("name", WISHES)
def test_avd_renders_the_same_lines(name):
    wish = WISHES[name]
    model = structured(wish)
    assert pyavd.validate_structured_config(model).validation_result.violations == []
    ours = config_text(switch_eos.subjects(wish)["switch_text"]["config"], "eos")
    assert by_section(ours) == by_section(pyavd.get_device_config(model))


def test_a_line_that_avd_does_not_make_is_seen():
    ours = config_text(switch_eos.subjects(USUAL)["switch_text"]["config"], "eos")
    wrong = ours.replace("priority 3 no-drop", "priority 4 no-drop")
    assert by_section(wrong) != by_section(pyavd.get_device_config(structured(USUAL)))
