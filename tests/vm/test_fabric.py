# SPDX-License-Identifier: GPL-3.0-or-later
"""The fabric's part of the road on real kernels: the plan is applied, proven, broken, repaired, and carries RDMA."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from lab.vm import network
from lab.vm.machine import Answer, Machine
from lab.vm.rack import Rack

from .conftest import Play

DSCP, TOS, ROCE_PORT = 26, 106, 4791  # ToS: DSCP x 4 + ECT(0), RFC 2474 and 3168; port: IANA
WIRE = Path(__file__).with_name("wire.py")
pytestmark = pytest.mark.usefixtures("applied")


def plan_of(rack: Rack, host: str) -> dict[str, Any]:
    """What the planner wrote for a host."""
    plan: dict[str, Any] = yaml.safe_load((rack.folder / f"plan/{host}.yml").read_text())
    return plan["subjects"]


def bad_findings(rack: Rack) -> list[tuple[str, str, str]]:
    """Check, host and place of what the last report holds against the rack."""
    report = json.loads((rack.folder / "report/report.json").read_text())
    bad = (finding for finding in report["findings"] if finding["status"] in ("failed", "unreadable"))
    return sorted((finding["check"], finding["host"], finding["where"]) for finding in bad)


def gid_index(machine: Machine, row: dict[str, str]) -> int:
    """The index of the RoCE v2 GID that the plan wants, found by content as it differs from boot to boot."""
    group = "".join(f"{int(part):02x}" for part in row["address"].split("."))
    gid = f"0000:0000:0000:0000:0000:ffff:{group[:4]}:{group[4:]}"
    port = f"/sys/class/infiniband/{row['hca']}/ports/1"
    found = machine.sh(f"cd {port} && grep -lx {gid} gids/* | sed 's|gids/||' | while read -r i; do "
                       'grep -qx "RoCE v2" gid_attrs/types/$i && echo $i; done')  # fmt: skip
    return int(found.stdout.split()[0])


def between(server: Machine, listen: str, client: Machine, connect: str) -> tuple[Answer, Answer]:
    """What a server on one guest and its client on another say."""
    said: list[Answer] = []
    thread = threading.Thread(target=lambda: said.append(server.sh(f"timeout 180 {listen}", timeout=240)))
    thread.start()
    until = "until ss -Hltn | grep -q :{0} || rdma resource show cm_id | grep -q 'state LISTEN'; do sleep 0.5; done"
    server.sh(f'timeout 60 sh -c "{until.format("18515")}"')
    answer = client.sh(f"timeout 180 {connect}", timeout=240)
    thread.join()
    return said[0], answer


@contextmanager
def seen_on(rack: Rack, interface: str) -> Iterator[set[tuple[str, str, int]]]:
    """Source, destination and ToS of all RoCE v2 that passes a cable meanwhile; filled at the end."""
    found: set[tuple[str, str, int]] = set()
    words = ["ip", "netns", "exec", network.namespace(rack.name), sys.executable, str(WIRE), interface, "600"]
    with subprocess.Popen([*words, str(ROCE_PORT)], stdout=subprocess.PIPE, text=True) as watcher:
        assert watcher.stdout and watcher.stdout.readline() == "watching\n"
        try:
            yield found
        finally:
            watcher.terminate()
        found.update(tuple(json.loads(line)) for line in watcher.stdout)


def test_verify_proves_what_apply_did(rack: Rack, play: Play) -> None:
    done = play("verify")
    assert bad_findings(rack) == []
    assert done.returncode == 0, done.stdout[-4000:]


def test_a_second_apply_changes_nothing(play: Play) -> None:
    done = play("apply")
    assert done.returncode == 0, done.stdout[-4000:]
    assert "nothing had to change" in done.stdout


def test_the_planned_gids_carry_rping_and_its_class_is_on_the_wire(
    rack: Rack, compute_1: Machine, compute_2: Machine, module: Play
) -> None:
    rows = [{"hca": row["hca"], "mode": "RoCE v2", "tos": TOS} for row in plan_of(rack, "compute-1")["gid"]["config"]]
    done = module("compute", "host_rdma_cm", json.dumps({"config": rows}))
    assert done.returncode == 0, done.stdout
    here, there = (plan_of(rack, host)["gid"]["config"][0]["address"] for host in ("compute-1", "compute-2"))
    with seen_on(rack, compute_2.guest.tap("rail0")) as seen:
        server, client = between(
            compute_1, f"rping -s -a {here} -C 5 -v", compute_2, f"rping -c -a {here} -I {there} -C 5 -v"
        )
    assert client.rc == 0, client
    assert server.stdout.count("rdma-ping") == 5, server
    assert {(there, here, TOS), (here, there, TOS)} <= seen
    assert {tos >> 2 for *_, tos in seen} == {DSCP}


@pytest.mark.long
def test_ib_write_bw_takes_the_planned_gids_on_each_rail(rack: Rack, compute_1: Machine, compute_2: Machine) -> None:
    rows = zip(*(plan_of(rack, host)["gid"]["config"] for host in ("compute-1", "compute-2")))
    for server, client in rows:
        words = "ib_write_bw -d {hca} -x {index} --tclass={tos} -F -n 50 -s 4096 --report_gbits"
        listen = words.format(hca=server["hca"], index=gid_index(compute_1, server), tos=TOS)
        connect = words.format(hca=client["hca"], index=gid_index(compute_2, client), tos=TOS)
        with seen_on(rack, compute_2.guest.tap(client["port"])) as seen:
            _, answer = between(compute_1, listen, compute_2, f"{connect} {server['address']}")
        assert re.search(r"^ *4096 +50 ", answer.stdout, re.MULTILINE), answer
        assert (client["address"], server["address"], TOS) in seen


def test_the_kernel_refuses_pfc_beside_global_pause_and_apply_goes_round_it(
    rack: Rack, compute_1: Machine, play: Play
) -> None:
    beside = compute_1.sh("ethtool -A rail0 rx on tx on")
    assert beside.rc != 0, "PFC is on, so pause must be refused"
    assert compute_1.sh("dcb pfc set dev rail0 prio-pfc 3:off && ethtool -A rail0 rx on tx on").rc == 0
    refused = compute_1.sh("dcb pfc set dev rail0 prio-pfc 3:on")
    assert refused.rc != 0 and "Invalid argument" in refused.stderr
    done = play("apply", "--limit", "compute-1")
    assert done.returncode == 0, done.stdout[-4000:]
    assert json.loads(compute_1.sh("dcb -j pfc show dev rail0").stdout)["prio_pfc"][3] is True


BROKEN = {
    "dcb pfc set dev rail0 prio-pfc 3:off": ("pfc", "rail0 lossless"),
    "dcb ets set dev rail0 prio-tc 3:0": ("ets", "rail0 priority_tc"),
    "dcb app del dev rail1 dscp-prio 26:3": ("dscp", "rail1 map 26"),
    "dcb buffer set dev rail1 prio-buffer 3:0": ("buffer", "rail1 prio_buffer"),
}


@pytest.mark.long
def test_verify_names_each_setting_that_was_broken_in_the_kernel_and_apply_repairs_it(
    rack: Rack, compute_2: Machine, play: Play
) -> None:
    for command in BROKEN:
        assert compute_2.sh(command).rc == 0, command
    assert play("verify").returncode != 0
    assert bad_findings(rack) == sorted((check, "compute-2", where) for check, where in BROKEN.values())
    done = play("apply", "--limit", "compute-2")
    assert done.returncode == 0, done.stdout[-4000:]
    assert play("verify", "--limit", "compute-2,localhost").returncode == 0
    assert bad_findings(rack) == []


@pytest.mark.long
def test_a_reboot_brings_everything_back(rack: Rack, compute_2: Machine, play: Play) -> None:
    compute_2.reboot()
    assert play("verify", "--limit", "compute-2,localhost").returncode == 0
    assert bad_findings(rack) == []
