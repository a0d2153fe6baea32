# SPDX-License-Identifier: GPL-3.0-or-later
"""What a switch is given, judged by SONiC's own YANG models with libyang's ``yanglint``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.switch_models import DYNAMIC, TRADITIONAL
from tests.golden.clusters import ROCE, nodes_of, plans_of, spec_of
from tests.unit.plan.yang import judged


def switch_rows(cluster, host, model=None):
    plans = plans_with(cluster, model) if model else plans_of(cluster)
    rows = plans[host].subjects["config_db"]["config"]
    return [row for row in rows if row["table"] != "STATIC_ROUTE"]  # its model is not among the data


def plans_with(cluster, model):
    """The plans of a cluster whose switches are of one buffer model."""
    spec = spec_of(cluster)
    tiers = {tier: replace(getattr(spec.fabric, tier), buffer_model=model) for tier in ("leaf", "spine")}
    return build(replace(spec, fabric=replace(spec.fabric, **tiers)), nodes_of(cluster))


@pytest.mark.parametrize("model", [DYNAMIC, TRADITIONAL])
@pytest.mark.parametrize("cluster", ROCE)
@pytest.mark.parametrize("host", ["leaf-1", "spine-1"])
def test_what_a_switch_is_given_is_valid(cluster, host, model, tmp_path):
    assert judged(switch_rows(cluster, host, model), model, tmp_path) == ""


@pytest.mark.parametrize(
    ("table", "key", "fields"),
    [
        ("PFC_WD", "Ethernet0", {"detection_time": "99"}),
        ("QUEUE", "Ethernet0|3", {"scheduler": "nobody"}),
        ("WRED_PROFILE", "disagg-lossless", {"green_max_threshold": "1"}),
        ("PORT", "Ethernet0", {"mtu": "9217"}),
        ("PORT_QOS_MAP", "Ethernet0", {"pfc_enable": "8"}),
        ("BUFFER_PG", "Ethernet0|3", {"profile": "nobody"}),
        ("BUFFER_POOL", "egress_lossless_pool", {"mode": "elastic"}),
    ],
)
def test_the_models_do_refuse_what_is_wrong(table, key, fields, tmp_path):
    rows = [
        {**row, "fields": {**row["fields"], **fields}} if (row["table"], row["key"]) == (table, key) else row
        for row in switch_rows("lab", "leaf-1")
    ]
    assert rows != switch_rows("lab", "leaf-1")
    assert judged(rows, DYNAMIC, tmp_path)


@pytest.mark.parametrize("cluster", ROCE)
def test_a_static_route_has_a_port_for_each_next_hop(cluster):
    """sonic-static-route.yang: key vrf|prefix; next hops and ports are lists with commas, of one length."""
    routes = [
        row
        for plan in plans_of(cluster).values()
        for row in plan.subjects.get("config_db", {}).get("config", [])
        if row["table"] == "STATIC_ROUTE"
    ]
    assert routes
    for row in routes:
        assert row["key"].startswith("default|")
        assert len(row["fields"]["nexthop"].split(",")) == len(row["fields"]["ifname"].split(","))
