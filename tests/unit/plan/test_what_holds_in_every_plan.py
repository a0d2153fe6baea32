# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold between the plans of one cluster, whatever its numbers are."""

from __future__ import annotations

from ipaddress import ip_address, ip_interface, ip_network

import pytest

from plugins.module_utils.devices.registry import LOOKS, SUBJECTS
from plugins.module_utils.edge.converge import differs, wished
from plugins.module_utils.reconcile import desired
from tests.golden.clusters import EVERY, ROCE, nodes_of, plans_of, spec_of


def rows(plan, subject, **wanted):
    found = plan.subjects.get(subject, {}).get("config", [])
    return [row for row in found if all(row[key] == value for key, value in wanted.items())]


def entry(plan, table, key):
    [row] = rows(plan, "config_db", table=table, key=key)
    return row["fields"]


@pytest.mark.parametrize("cluster", EVERY)
def test_every_node_has_a_plan_and_every_link_is_told_the_same_at_both_ends(cluster):
    plans = plans_of(cluster)
    assert set(plans) == set(nodes_of(cluster))
    for host, plan in plans.items():
        for link in plan.links:
            peer = link["peer"]
            [far] = [row for row in plans[peer["host"]].links if row["port"] == peer["port"]]
            assert far["peer"] == {"host": host, "port": link["port"], "address": link["address"]}
            assert far["address"] == peer["address"]
            assert [far[key] for key in ("rail", "mtu", "speed")] == [link[key] for key in ("rail", "mtu", "speed")]


@pytest.mark.parametrize("cluster", EVERY)
def test_every_row_is_about_a_port_the_node_has(cluster):
    for plan in plans_of(cluster).values():
        ports = {link["port"] for link in plan.links}
        for name in set(plan.subjects) - {"reach"}:
            assert {row["port"] for row in rows(plan, name) if "port" in row} <= ports
        for row in rows(plan, "config_db"):
            if row["table"] in ("PORT", "INTERFACE", "PORT_QOS_MAP", "QUEUE", "PFC_WD"):
                assert row["key"].split("|")[0] in {*ports, "GLOBAL"}


@pytest.mark.parametrize("cluster", EVERY)
def test_every_row_is_one_that_its_subject_takes_and_calls_done_once_it_is_so(cluster):
    known = {**SUBJECTS, **LOOKS}
    for plan in plans_of(cluster).values():
        for name, planned in plan.subjects.items():
            want = wished(known[name], planned["config"])
            state = planned.get("state", "gathered")
            have = desired(state, {}, want, known[name].BLANK)
            assert differs(known[name], state, have, want) == []


@pytest.mark.parametrize("cluster", EVERY)
def test_no_setting_touches_the_management_port(cluster):
    port = spec_of(cluster).management.port
    for plan in plans_of(cluster).values():
        for name in plan.subjects:
            assert port not in [row.get("port") for row in rows(plan, name)]


@pytest.mark.parametrize("cluster", ROCE)
def test_both_ends_of_a_host_link_agree_on_class_mtu_and_speed(cluster):
    plans, roce = plans_of(cluster), spec_of(cluster).fabric.roce
    links = [(plan, link) for plan in plans.values() if plan.role not in ("leaf", "spine") for link in plan.links]
    assert links
    for plan, link in links:
        leaf, far = plans[link["peer"]["host"]], link["peer"]["port"]
        maps = entry(leaf, "PORT_QOS_MAP", far)
        [pfc], [dscp], [ets] = (rows(plan, name, port=link["port"]) for name in ("pfc", "dscp", "ets"))
        assert maps["pfc_enable"] == maps["pfcwd_sw_enable"] == ",".join(str(priority) for priority in pfc["lossless"])
        to_tc = entry(leaf, "DSCP_TO_TC_MAP", maps["dscp_to_tc_map"])
        for code in range(64):
            priority = dscp["map"].get(str(code), 0)
            assert int(to_tc[str(code)]) == ets["priority_tc"][priority] == priority
        assert entry(leaf, "PORT", far) == {
            "admin_status": "up",
            "mtu": str(rows(plan, "link", port=link["port"])[0]["mtu"]),
            "speed": str(link["speed"]),
        }
        assert (dscp["map"][str(roce.dscp)], dscp["map"][str(roce.cnp_dscp)]) == (roce.priority, roce.cnp_priority)


@pytest.mark.parametrize("cluster", ROCE)
def test_a_switch_marks_roce_keeps_it_lossless_where_wished_and_its_notifications_strict_and_never_paused(cluster):
    roce = spec_of(cluster).fabric.roce
    for plan in plans_of(cluster).values():
        for row in rows(plan, "config_db", table="PORT_QOS_MAP"):
            queues = entry(plan, "TC_TO_QUEUE_MAP", row["fields"]["tc_to_queue_map"])
            groups = entry(plan, "TC_TO_PRIORITY_GROUP_MAP", row["fields"]["tc_to_pg_map"])
            paused = entry(plan, "MAP_PFC_PRIORITY_TO_QUEUE", row["fields"]["pfc_to_queue_map"])
            queue = queues[str(roce.priority)]
            assert paused[str(roce.priority)] == queue
            alone = [tc for tc, group in groups.items() if group == str(roce.priority)]
            assert alone == ([] if roce.lossy else [str(roce.priority)])
            lossless = entry(plan, "QUEUE", f"{row['key']}|{queue}")
            assert entry(plan, "WRED_PROFILE", lossless["wred_profile"])["wred_green_enable"] == "true"
            strict = entry(plan, "QUEUE", f"{row['key']}|{queues[str(roce.cnp_priority)]}")
            assert entry(plan, "SCHEDULER", strict["scheduler"]) == {"type": "STRICT"}
            assert "wred_profile" not in strict
            assert str(roce.cnp_priority) not in row["fields"]["pfc_enable"].split(",")


@pytest.mark.parametrize("cluster", ROCE)
def test_nccl_uses_the_planned_class_on_exactly_the_planned_devices(cluster):
    spec = spec_of(cluster)
    for plan in plans_of(cluster).values():
        values = {row["name"]: row["value"] for row in rows(plan, "nccl")}
        gpus = plan.role not in ("leaf", "spine") and spec.profile_of(plan.host.rpartition("-")[0]).gpus
        assert bool(values) == bool(gpus)
        if values:
            assert int(values["NCCL_IB_TC"]) >> 2 == spec.fabric.roce.dscp
            assert int(values["NCCL_IB_TC"]) & 3 == 2, "ECT(0), or a switch drops where it would mark"
            ends = [f"{link['hca']}:1:{link['rail']}" for link in plan.links]
            assert values["NCCL_IB_HCA"] == "=" + ",".join(ends)
            assert [link["hca"] for link in plan.links] == [row["hca"] for row in rows(plan, "gid")]
            assert all(
                ip_address(row["address"]) in ip_network(values["NCCL_IB_ADDR_RANGE"]) for row in rows(plan, "gid")
            )


@pytest.mark.parametrize("cluster", ROCE)
def test_a_packet_from_a_rails_address_leaves_by_that_rail(cluster):
    for plan in plans_of(cluster).values():
        for link in plan.links if "rule" in plan.subjects else []:
            [rule] = rows(plan, "rule", source=link["address"].split("/")[0])
            [route] = rows(plan, "route", table=rule["table"])
            assert (route["port"], route["via"]) == (link["port"], link["peer"]["address"].split("/")[0])


@pytest.mark.parametrize("cluster", ROCE)
def test_every_fabric_address_is_reached_from_every_switch(cluster):
    plans = plans_of(cluster)
    links = [link for plan in plans.values() for link in plan.links]
    addresses = [ip_interface(link["address"]).ip for link in links if link["rail"] is not None]
    for plan in plans.values():
        if plan.role not in ("leaf", "spine"):
            continue
        own = [ip_interface(link["address"]).network for link in plan.links]
        routes = [ip_network(row["key"].split("|")[1]) for row in rows(plan, "config_db", table="STATIC_ROUTE")]
        for address in addresses:
            assert sum(address in network for network in own) + sum(address in network for network in routes) == 1


@pytest.mark.parametrize("cluster", ROCE)
def test_every_way_of_a_switch_leads_to_the_other_end_of_its_own_links(cluster):
    for plan in plans_of(cluster).values():
        peers = {link["port"]: link["peer"]["address"].split("/")[0] for link in plan.links}
        for row in rows(plan, "config_db", table="STATIC_ROUTE"):
            hops, ports = row["fields"]["nexthop"].split(","), row["fields"]["ifname"].split(",")
            assert [peers[port] for port in ports] == hops


@pytest.mark.parametrize("cluster", EVERY)
def test_every_host_port_is_asked_by_another_host_and_asks_full_packets(cluster):
    plans = plans_of(cluster)
    hosts = {name: plan for name, plan in plans.items() if plan.role not in ("leaf", "spine")}
    asked = {(row["host"], row["port"]): row for plan in hosts.values() for row in rows(plan, "reach")}
    for name, plan in hosts.items():
        for link in plan.links:
            assert asked[name, link["port"]]["destination"] == link["address"].split("/")[0]
            assert asked[name, link["port"]]["bytes"] == link["mtu"] - 28
    assert sum(len(rows(plan, "reach")) for plan in hosts.values()) <= 3 * sum(
        len(plan.links) for plan in hosts.values()
    )


@pytest.mark.parametrize("cluster", EVERY)
def test_what_a_boot_restores_is_what_is_planned(cluster):
    for plan in plans_of(cluster).values():
        texts = {row["path"]: row["content"] for row in rows(plan, "files")}
        kept = [line.split(" = ") for line in texts.get("/etc/sysctl.d/60-disagg.conf", "").splitlines()[1:]]
        assert [{"name": name, "value": value} for name, value in kept] == rows(plan, "sysctl")
        modules = texts.get("/etc/modules-load.d/60-disagg.conf", "").splitlines()[1:]
        assert modules == [row["name"] for row in rows(plan, "kernel_module")]


def test_infiniband_has_no_class_of_ethernet_and_one_master_subnet_manager():
    plans = plans_of("infiniband-128")
    assert not {name for plan in plans.values() for name in plan.subjects} & {
        "pfc",
        "ets",
        "dscp",
        "pause",
        "gid",
        "rule",
    }
    managers = [name for name, plan in plans.items() if rows(plan, "service", name="opensm", running=True)]
    assert managers == ["management-1", "management-2"]
    texts = [rows(plans[name], "files", path="/etc/opensm/opensm.conf")[0]["content"] for name in managers]
    assert ["sm_priority 15" in texts[0], "sm_priority 14" in texts[1]] == [True, True]
    assert not {row["name"] for row in rows(plans["compute-1"], "nccl")} & {"NCCL_IB_TC", "NCCL_IB_GID_INDEX"}
