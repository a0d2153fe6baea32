# SPDX-License-Identifier: GPL-3.0-or-later
"""The files by which a NIC's drivers let things be set take what the kernel takes, and nothing else."""

from __future__ import annotations

import json
import time

import pytest

from .conftest import Node

CC = "/run/lab/sys/kernel/debug/mlx5/0000:11:00.0/cc_params"
NET = "/run/lab/sys/class/net/rail0"
CM = "/run/lab/sys/kernel/config/rdma_cm/mlx5_0/ports/1"
SETTLED = 2.0  # seconds; the stand-in answers a write within a hundredth


def written(node: Node, path: str, text: str, *look: str) -> list[str]:
    """What the files hold once the write was judged; the first look is the file itself."""
    paths = [path, *look]
    shown = node.sh(f"echo '{text}' > {path}; sleep 0.2; cat {' '.join(paths)}").stdout.splitlines()
    assert len(shown) == len(paths)
    return shown


def test_a_nic_starts_with_its_firmwares_values(node: Node) -> None:
    shown = node.sh(f"cat {CC}/np_cnp_dscp {CC}/rp_ai_rate {NET}/ecn/roce_np/enable/3 {CM}/default_roce_tos").stdout
    assert shown.split() == ["48", "5", "1", "0"]
    assert node.sh(f"cat {CM}/default_roce_mode").stdout == "RoCE v2\n"
    assert "PCI_SLOT_NAME=0000:11:00.0\n" in node.sh(f"cat {NET}/device/uevent").stdout
    assert node.sh("ethtool -i rail0").stdout.count("bus-info: 0000:11:00.0\n") == 1


@pytest.mark.parametrize(
    ("path", "text", "holds"),
    [
        (f"{CC}/rp_ai_rate", "80", "80"),
        (f"{CC}/rp_ai_rate", "0x50", "80"),
        (f"{CC}/rp_ai_rate", "fast", "80"),
        (f"{CC}/rp_ai_rate", "-1", "80"),
        (f"{CC}/rp_ai_rate", "4294967296", "80"),
        (f"{CC}/np_cnp_dscp", "112", "48"),
        (f"{NET}/ecn/roce_np/enable/3", "0", "0"),
        (f"{NET}/ecn/roce_np/enable/3", "2", "0"),
        (f"{CM}/default_roce_tos", "106", "106"),
        (f"{CM}/default_roce_tos", "256", "106"),
        (f"{CM}/default_roce_mode", "RoCE v3", "RoCE v2"),
        (f"{CM}/default_roce_mode", "IB/RoCE v1", "IB/RoCE v1"),
    ],
)
def test_a_write_is_taken_as_the_kernel_takes_it(node: Node, path: str, text: str, holds: str) -> None:
    assert written(node, path, text) == [holds]


def test_the_files_of_both_drivers_are_one_register(node: Node) -> None:
    assert written(node, f"{NET}/ecn/roce_rp/rpg_hai_rate", "800", f"{CC}/rp_hai_rate") == ["800", "800"]


def test_a_priority_for_notifications_brings_itself_into_force(node: Node) -> None:
    assert written(node, f"{CC}/np_cnp_prio_mode", "1") == ["1"]
    assert written(node, f"{CC}/np_cnp_prio", "5", f"{CC}/np_cnp_prio_mode") == ["5", "0"]


def test_a_restart_of_the_stand_in_is_none_of_the_nic(node: Node) -> None:
    written(node, f"{CC}/rp_gd", "7")
    node.sh("systemctl restart lab-rdma")
    assert node.sh(f"cat {CC}/rp_gd").stdout == "7\n"


def test_a_counter_that_is_set_shows_in_both_places(node: Node) -> None:
    state = json.dumps({"counters": {"out_of_sequence": 3, "rx_prio3_packets": 9}})
    node.sh(f"mkdir -p /run/lab/ethtool; echo '{state}' > /run/lab/ethtool/rail0.json")
    deadline = time.monotonic() + SETTLED
    hardware = "/run/lab/sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence"
    while (found := node.sh(f"cat {hardware}").stdout) != "3\n":
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    shown = node.sh("ethtool -S rail0; rm /run/lab/ethtool/rail0.json").stdout
    assert "rx_prio3_packets: 9\n" in shown and "out_of_sequence" not in shown


def test_a_restart_of_the_node_forgets_all_of_it(node: Node) -> None:
    node.restart()
    assert node.sh(f"cat {CC}/rp_gd {CC}/rp_ai_rate {CM}/default_roce_tos").stdout.split() == ["11", "5", "0"]
