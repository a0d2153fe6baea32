# SPDX-License-Identifier: GPL-3.0-or-later
"""The buffers a switch is given, for both of SONiC's buffer models, judged by SONiC's own YANG models."""

from __future__ import annotations

import pytest

from plugins.module_utils.plan.buffers import pools
from plugins.module_utils.plan.port_headroom import SONIC, Port, group
from plugins.module_utils.plan.switch_buffers import DYNAMIC, TRADITIONAL, Buffers, replaced, rows, wred
from plugins.module_utils.plan.switch_models import SWITCHES
from tests.unit.plan import yang

CABLES = {"Ethernet0": 5, "Ethernet4": 40, "Ethernet8": 40}


def buffers(switch="sn5600", ratio=0, priority=3, dynamic_th=0):
    model = SWITCHES[switch]
    ports = {}
    for name, cable in CABLES.items():
        port = Port(speed=400_000, cable=cable, mtu=9000, lanes=4)
        ports[name] = port, group(model, port, ratio=ratio)
    return Buffers(model, ports, pools(model, [*ports.values()], ratio), priority, dynamic_th, ratio, SONIC)


def found(made, table, key):
    [row] = [row for row in made if (row["table"], row["key"]) == (table, key)]
    return row["fields"]


def judged(made, model, folder):
    """What yanglint says against the rows on a switch of that buffer model that has the ports."""
    ports = [{"table": "PORT", "key": name, "fields": {"speed": "400000"}} for name in CABLES]
    return yang.judged([*ports, *made], model, folder)


@pytest.mark.parametrize("ratio", [0, 2])
@pytest.mark.parametrize(
    ("switch", "model"),
    [("sn5600", DYNAMIC), ("sn5600", TRADITIONAL), ("z9664f", TRADITIONAL), ("7060x6", TRADITIONAL)],
)
def test_what_a_switch_is_given_is_valid(switch, model, ratio, tmp_path):
    made = [*rows(buffers(switch, ratio), model), wred("disagg-lossless", 516_096, 2_064_384, 2)]
    assert judged(made, model, tmp_path) == ""


@pytest.mark.parametrize(
    ("table", "key", "fields"),
    [
        ("BUFFER_PROFILE", "pg_lossless_400000_40m_profile", {"pool": "nobody"}),
        ("BUFFER_PROFILE", "pg_lossless_400000_40m_profile", {"dynamic_th": "8"}),
        ("BUFFER_PG", "Ethernet0|3", {"profile": "nobody"}),
        ("BUFFER_POOL", "ingress_lossless_pool", {"mode": "elastic"}),
        ("CABLE_LENGTH", "AZURE", {"Ethernet0": "5.5m"}),
    ],
)
def test_the_models_do_refuse_what_is_wrong(table, key, fields, tmp_path):
    good = rows(buffers(), TRADITIONAL)
    bad = [
        {**row, "fields": {**row["fields"], **fields}} if (row["table"], row["key"]) == (table, key) else row
        for row in good
    ]
    assert bad != good
    assert judged(bad, TRADITIONAL, tmp_path)


def test_the_dynamic_model_is_told_what_to_compute_from():
    made = rows(buffers(ratio=2, dynamic_th=-1), DYNAMIC)
    assert found(made, "BUFFER_PG", "Ethernet4|3") == {"profile": "NULL"}
    assert "size" not in found(made, "BUFFER_POOL", "ingress_lossless_pool")
    parameter = found(made, "DEFAULT_LOSSLESS_BUFFER_PARAMETER", "AZURE")
    assert parameter == {"default_dynamic_th": "-1", "over_subscribe_ratio": "2"}
    assert found(made, "LOSSLESS_TRAFFIC_PATTERN", "AZURE") == {"mtu": "1024", "small_packet_percentage": "50"}
    assert found(made, "CABLE_LENGTH", "AZURE") == {"Ethernet0": "5m", "Ethernet4": "40m", "Ethernet8": "40m"}


def test_the_traditional_model_is_told_the_results():
    planned = buffers()
    made = rows(planned, TRADITIONAL)
    assert found(made, "BUFFER_PG", "Ethernet4|3") == {"profile": "pg_lossless_400000_40m_profile"}
    profile = found(made, "BUFFER_PROFILE", "pg_lossless_400000_40m_profile")
    _, want = planned.ports["Ethernet4"]
    assert (profile["size"], profile["xon"], profile["xoff"]) == (str(want.size), str(want.xon), str(want.xoff))
    assert found(made, "BUFFER_POOL", "ingress_lossless_pool")["size"] == str(planned.pools.shared)
    assert "xoff" not in found(made, "BUFFER_POOL", "ingress_lossless_pool")
    assert found(rows(buffers(ratio=2), TRADITIONAL), "BUFFER_POOL", "ingress_lossless_pool")["xoff"]


@pytest.mark.parametrize("priority", range(1, 8))
def test_each_queue_has_one_profile_and_the_lossless_one_its_own(priority):
    made = [row for row in rows(buffers(priority=priority), DYNAMIC) if row["table"] == "BUFFER_QUEUE"]
    queues = {}
    for row in made:
        port, _, span = row["key"].partition("|")
        low, _, high = span.partition("-")
        for queue in range(int(low), int(high or low) + 1):
            assert (port, queue) not in queues
            queues[port, queue] = row["fields"]["profile"]
    assert {*queues} == {(port, queue) for port in CABLES for queue in range(8)}
    assert {queue for (_, queue), name in queues.items() if name == "egress_lossless_profile"} == {priority}


def test_the_stock_rows_that_overlap_are_named():
    gone = replaced(buffers())
    assert ("BUFFER_PG", "Ethernet0|3-4") in gone
    assert ("BUFFER_QUEUE", "Ethernet0|0-2") not in gone, "we have one of that name"
    assert {table for table, _ in gone} == {"BUFFER_PG", "BUFFER_QUEUE"}


def test_a_broadcom_has_no_dynamic_model():
    with pytest.raises(ValueError, match="buffer_model: dynamic found; allowed: traditional on a tomahawk4"):
        rows(buffers("z9664f"), DYNAMIC)
