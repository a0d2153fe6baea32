# SPDX-License-Identifier: GPL-3.0-or-later
"""ethtool's stand-in prints in the form of the real ethtool, which answers for every port that is no rail."""

from __future__ import annotations

import json
import re

from .conftest import Answer, Node

# Only twisted pair has it, and the rails are direct attach copper.
TWISTED_PAIR = "MDI-X"


def labels(text: str) -> list[str]:
    """What stands before the colon, line by line."""
    return re.findall(r"(?m)^\t?([\w -]+):", text)


def test_settings_have_the_lines_of_the_real_ethtool_in_its_order(node: Node) -> None:
    real = [label for label in labels(node.sh("ethtool mgmt0").stdout) if label != TWISTED_PAIR]
    ours = labels(node.sh("ethtool rail0").stdout)
    assert real[0] == ["Settings for mgmt0"][0]
    assert [label for label in ours[1:] if label in real] == real[1:]


def test_the_driver_has_the_lines_of_the_real_ethtool(node: Node) -> None:
    assert labels(node.sh("ethtool -i rail0").stdout) == labels(node.sh("ethtool -i mgmt0").stdout)
    assert "driver: mlx5_core\n" in node.sh("ethtool -i rail0").stdout


def test_a_rail_boots_at_400g(node: Node) -> None:
    shown = node.sh("ethtool rail0").stdout
    for line in ("Speed: 400000Mb/s", "Lanes: 4", "Duplex: Full", "Auto-negotiation: on", "Link detected: yes"):
        assert f"\t{line}\n" in shown


def test_a_forced_speed_stays_until_autonegotiation_returns(node: Node) -> None:
    assert node.sh("ethtool -s rail0 speed 40000 duplex full autoneg off") == Answer("", "", 0)
    shown = node.sh("ethtool rail0").stdout
    assert "\tSpeed: 40000Mb/s\n" in shown and "\tAuto-negotiation: off\n" in shown
    assert node.sh("ethtool -s rail0 autoneg on").rc == 0
    assert "\tSpeed: 400000Mb/s\n" in node.sh("ethtool rail0").stdout


def test_a_speed_that_the_nic_has_not_is_refused(node: Node) -> None:
    assert node.sh("ethtool -s rail0 speed 123 autoneg off") == Answer("", "netlink error: Invalid argument\n", 75)


def test_a_bad_command_line_is_refused_in_the_words_of_the_real_ethtool(node: Node) -> None:
    for line in ("ethtool -s {} foo 1", "ethtool -A {} rx foo", "ethtool -A {} foo on"):
        assert node.sh(line.format("rail0")) == node.sh(line.format("mgmt0"))


def test_a_link_that_is_down_has_no_speed(node: Node) -> None:
    node.sh("ip link set rail1 down")
    shown = node.sh("ethtool rail1").stdout
    node.sh("ip link set rail1 up")
    assert "\tSpeed: Unknown!\n\tDuplex: Unknown! (255)\n" in shown and "\tLink detected: no\n" in shown


def test_pause_shows_the_same_as_text_and_as_json(node: Node) -> None:
    node.sh("ethtool -A rail1 rx off")
    assert "RX:\t\toff\nTX:\t\ton\n" in node.sh("ethtool -a rail1").stdout
    rows = json.loads(node.sh("ethtool --json -a rail1").stdout)
    assert rows == [{"ifname": "rail1", "autonegotiate": False, "rx": False, "tx": True}]
    node.sh("ethtool -A rail1 rx on")


def counters(node: Node) -> dict[str, int]:
    """The counters of rail1."""
    title, *lines = node.sh("ethtool -S rail1").stdout.splitlines()
    assert title == "NIC statistics:"
    rows = [re.fullmatch(r"     (\w+): (\d+)", line) for line in lines]
    return {row[1]: int(row[2]) for row in rows if row}


def test_pause_counters_of_a_priority_are_there_only_with_pfc(node: Node) -> None:
    assert "rx_prio3_pause" not in counters(node)
    node.sh("ethtool -A rail1 rx off tx off; dcb pfc set dev rail1 prio-pfc 3:on")
    found = counters(node)
    node.sh("dcb pfc set dev rail1 prio-pfc 3:off; ethtool -A rail1 rx on tx on")
    assert found["rx_prio3_pause"] == found["tx_prio3_pause_duration"] == 0
    assert "rx_prio4_pause" not in found and "rx_global_pause" not in found
    assert "rx_global_pause" in counters(node)


def test_a_counter_can_be_set_and_packets_are_real(node: Node) -> None:
    before = counters(node)
    state = json.dumps({"counters": {"rx_prio3_discards": 7}})
    node.sh(f"mkdir -p /run/lab/ethtool; echo '{state}' > /run/lab/ethtool/rail1.json")
    node.sh("ip address add 192.0.2.1/24 dev rail1; ping -c 1 -W 1 192.0.2.9")
    after = counters(node)
    node.sh("ip address del 192.0.2.1/24 dev rail1; rm /run/lab/ethtool/rail1.json")
    assert (before["rx_prio3_discards"], after["rx_prio3_discards"]) == (0, 7)
    assert after["tx_packets_phy"] > before["tx_packets_phy"]


def test_what_is_not_stood_in_for_is_the_real_ethtool(node: Node) -> None:
    assert node.sh("ethtool -k rail0").stdout.startswith("Features for rail0:\n")
    assert node.sh("ethtool --version").stdout == "ethtool version 6.1\n"
    assert node.sh("ethtool nosuch").rc == 75


def test_a_rail_corrects_errors_only_while_it_has_a_link(node: Node) -> None:
    assert node.sh("ethtool --show-fec rail0").stdout.endswith("\nActive FEC encoding: RS\n")
    node.sh("ip link set rail1 down")
    shown = node.sh("ethtool --show-fec rail1").stdout
    node.sh("ip link set rail1 up")
    assert shown.endswith("\nActive FEC encoding: None\n")
