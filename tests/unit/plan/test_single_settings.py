# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that one word of the spec turns on, and the shapes of clusters the golden ones do not have."""

from __future__ import annotations

import pytest

from plugins.module_utils.plan.congestion import watchdog
from tests.golden.clusters import plans_of


def rows(cluster, host, subject):
    return plans_of(cluster)[host].subjects[subject]["config"]


def test_a_hosts_name_is_set_only_where_the_profile_asks_for_it():
    assert {"name": "kernel.hostname", "value": "compute-3"} in rows("plain", "compute-3", "sysctl")
    assert {"path": "/etc/hostname", "content": "compute-3\n", "mode": "0644"} in rows("plain", "compute-3", "files")
    assert "kernel.hostname" not in [row["name"] for row in rows("lab", "compute-1", "sysctl")]


def test_with_plain_assignment_nccl_may_cross_rails():
    assert "NCCL_CROSS_NIC" not in [row["name"] for row in rows("plain", "compute-1", "nccl")]
    assert {"name": "NCCL_CROSS_NIC", "value": "0"} in rows("lab", "compute-1", "nccl")


def test_the_words_of_the_spec_reach_nic_switch_and_nccl():
    assert rows("plain", "compute-1", "pfc")[0] == {"port": "eth2", "lossless": [4]}
    assert rows("plain", "compute-1", "dscp")[0] == {"port": "eth2", "map": {"24": 4, "46": 5}}
    assert {"name": "NCCL_IB_TC", "value": "98"} in rows("plain", "compute-1", "nccl"), "24 * 4 + ECT(0)"
    maps = {row["table"]: row["fields"] for row in rows("plain", "leaf-1", "config_db") if row["key"] == "disagg"}
    assert (maps["DSCP_TO_TC_MAP"]["24"], maps["DSCP_TO_TC_MAP"]["46"], maps["DSCP_TO_TC_MAP"]["26"]) == ("4", "5", "0")


def test_a_block_two_rails_share_is_routed_once_in_table_main():
    main = [row["destination"] for row in rows("plain", "compute-1", "route") if row["table"] == "main"]
    assert main == ["10.64.0.0/27", "10.64.0.32/27", "10.64.0.0/24"]


def test_a_block_that_is_the_whole_fabric_is_routed_once_in_table_main():
    main = [row["destination"] for row in rows("fewer_leaves", "compute-1", "route") if row["table"] == "main"]
    assert main == ["10.64.0.0/28"]


@pytest.mark.parametrize(("ports", "times"), [(6, (200, 200)), (64, (400, 400)), (1024, (1000, 5000))])
def test_the_watchdog_grows_with_the_switch_and_stays_within_yang(ports, times):
    """sonic-pfcwd.yang: POLL_INTERVAL up to 1000 ms, detection_time up to 5000 ms."""
    assert watchdog(ports) == times
