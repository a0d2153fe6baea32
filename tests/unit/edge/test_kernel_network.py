# SPDX-License-Identifier: GPL-3.0-or-later
"""Links, routes, rules and kernel settings on the real kernel, in a network namespace of the test's own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
NAMESPACE = ["unshare", "--net", "--"]
PORTS = """
set -e
ip link set lo up
for n in 0 1; do ip link add rail$n type veth peer name peer$n; ip link set peer$n up; done
ip addr add 192.0.2.1/24 dev rail0
"""
STORY = """
import json, subprocess, sys
from plugins.module_utils.devices.registry import SUBJECTS
from plugins.module_utils.edge.converge import converge
from plugins.module_utils.edge.host import Host
from plugins.module_utils.edge.process import run

for step in json.load(sys.stdin):
    if isinstance(step, str):
        subprocess.run(step.split(), check=True)
        continue
    subject, host = SUBJECTS[step["subject"]], Host(run, {}, {})
    wish = (step["state"], step["config"], step.get("options", {}))
    told = []
    for pretend in (True, False, False):
        try:
            told.append([" ".join(a.argv) for a in converge(subject, host, *wish, pretend=pretend).actions])
        except (RuntimeError, ValueError) as error:
            told.append(str(error))
    print(json.dumps(told))
"""
WITHIN = {"within": "10.64.0.0/24"}
LINKS = [
    {"port": "rail0", "address": "10.64.0.1/31", "mtu": 9000, "up": True},
    {"port": "rail1", "address": "10.64.0.17/31", "mtu": 9000, "up": True},
]
ROUTES = [
    {"table": "100", "destination": "10.64.0.0/24", "via": "10.64.0.0", "port": "rail0"},
    {"table": "101", "destination": "10.64.0.0/24", "via": "10.64.0.16", "port": "rail1"},
    {"table": "main", "destination": "10.64.0.16/28", "via": "10.64.0.16", "port": "rail1", "source": "10.64.0.17"},
]
RULES = [{"source": "10.64.0.1", "table": "100"}, {"source": "10.64.0.17", "table": "101"}]
LINK = {"subject": "link", "state": "replaced", "config": LINKS}
ROUTE = {"subject": "route", "state": "overridden", "config": ROUTES, "options": WITHIN}
RULE = {"subject": "rule", "state": "overridden", "config": RULES, "options": WITHIN}


def tell(*steps: Any) -> list[list[Any]]:
    """What each step would do, did, and did when it was told again."""
    if not shutil.which("ip") or subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("skipped: no network namespace can be made here")
    done = subprocess.run(
        [*NAMESPACE, "sh", "-c", f'{PORTS} exec "$0" -W error -c "$1"', sys.executable, STORY],
        input=json.dumps(steps),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_links_routes_and_rules_are_set_once() -> None:
    for predicted, did, again in tell(LINK, ROUTE, RULE):
        assert predicted == did
        assert did
        assert again == []


def test_a_route_by_the_wrong_rail_is_put_right_and_strangers_within_go() -> None:
    faults = [
        "ip route replace 10.64.0.0/24 via 10.64.0.16 dev rail1 table 100",
        "ip route add 10.64.0.0/24 via 10.64.0.16 dev rail1 table 100 metric 7",
        "ip route add blackhole 10.64.0.64/26",
        "ip route add 198.51.100.0/24 via 10.64.0.0",
    ]
    predicted, did, again = tell(LINK, ROUTE, *faults, ROUTE)[-1]
    assert did == [
        "ip route replace 10.64.0.0/24 table 100 via 10.64.0.0 dev rail0 proto static",
        "ip route del 10.64.0.0/24 table 100 metric 7",
        "ip route del 10.64.0.64/26 table main",
    ]
    assert (predicted, again) == (did, [])


def test_rules_of_our_sources_are_put_right_and_others_stay() -> None:
    faults = [
        "ip rule add from 10.64.0.1 table 101 pref 999",
        "ip rule add from 10.64.0.1 table 101 pref 1000",
        "ip rule add from 10.64.0.1 fwmark 5 table 7",
        "ip rule add from 192.0.2.9 table 7",
    ]
    predicted, did, again = tell(LINK, RULE, *faults, RULE)[-1]
    assert sorted(did) == [
        "ip rule del from 10.64.0.1 table 101 pref 1000",
        "ip rule del from 10.64.0.1 table 101 pref 999",
    ]
    assert (predicted, again) == (did, [])


def test_an_mtu_and_a_port_that_is_down_are_put_right_and_the_routes_with_it() -> None:
    _, route, rule, link, routes = tell(LINK, ROUTE, RULE, "ip link set rail0 mtu 1500 down", LINK, ROUTE)
    assert link[1] == ["ip link set dev rail0 mtu 9000 up"]
    assert routes[1] == ["ip route replace 10.64.0.0/24 table 100 via 10.64.0.0 dev rail0 proto static"]
    assert (route[2], rule[2], link[2], routes[2]) == ([], [], [], [])


def test_a_new_address_in_the_old_ones_network_survives_its_removal() -> None:
    old, new = ({"port": "rail0", "address": f"10.0.0.{host}/24", "up": True} for host in (5, 1))
    steps = [{"subject": "link", "state": "replaced", "config": [row]} for row in (old, new)]
    assert tell(*steps)[-1][2] == []


def test_the_port_of_the_default_route_is_refused_unless_it_is_meant() -> None:
    default = "ip route add default via 10.64.0.0"
    refused, meant = tell(LINK, default, LINK, {**LINK, "options": {"management": True}})[1:]
    message = "config[rail0].port: carries the default route; leave it out, or say management: true"
    assert refused == [message, message, message]
    assert meant == [[], [], []]


def test_deleted_leaves_a_port_without_address_and_nothing_behind() -> None:
    steps = [{**step, "state": "deleted"} for step in (RULE, ROUTE, LINK)]
    rule, route, link = tell(LINK, ROUTE, RULE, *steps)[3:]
    assert [len(did[1]) for did in (rule, route, link)] == [2, 3, 4]
    assert [did[2] for did in (rule, route, link)] == [[], [], []]


def test_a_kernel_setting_of_a_port_is_set_and_one_of_no_port_fails_with_its_name() -> None:
    good, bad = (
        {"subject": "sysctl", "state": "merged", "config": [{"name": f"net.ipv4.conf.{port}.arp_ignore", "value": "1"}]}
        for port in ("rail0", "rail9")
    )
    set_once, refused = tell(good, bad)
    assert set_once == [["sysctl -w net.ipv4.conf.rail0.arp_ignore=1"]] * 2 + [[]]
    assert refused[0] == ["sysctl -w net.ipv4.conf.rail9.arp_ignore=1"]
    assert "rail9/arp_ignore: No such file" in refused[1]
