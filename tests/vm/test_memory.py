# SPDX-License-Identifier: GPL-3.0-or-later
"""CXL memory on a real kernel: made, used, kept over a reboot, refused while it is in use, and taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lab.vm.hardware import Hardware
from lab.vm.machine import Machine
from tests.vm.memory_program import apply, install, keep, memory, regions

SIZE = 256 << 20
RAM = {"use": "system_ram", "zone": "movable"}
HOLD = """python3 -c "
import os, time
pipes = [os.pipe() for _ in range(300)]
for _, end in pipes: os.write(end, b'x' * 65536)
open('/root/ready', 'w').close()
while not os.path.exists('/root/stop'): time.sleep(1)" """
KEEP = """python3 -c "
import os, time
kept = bytearray(b'x') * (64 << 20)
open('/root/ready', 'w').close()
while not os.path.exists('/root/stop'): time.sleep(1)
print('intact' if kept.count(b'x') == len(kept) else 'lost')" """


def policy(value: str) -> dict[str, Any]:
    return {"state": "merged", "config": [{"name": "auto_online_blocks", "value": value}]}


def region(state: str = "merged", **wish: Any) -> dict[str, Any]:
    return {"state": state, "config": [{"name": "memory", **wish}]}


def use(policy: str = "offline", **wish: Any) -> dict[str, Any]:
    return {"state": "merged", "policy": policy, "config": [{"name": "memory", **wish}]}


def start(machine: Machine, program: str) -> None:
    """Start a program whose memory, also what the kernel keeps for it, comes from the CXL node."""
    machine.sh(
        f"rm -f /root/ready /root/stop; nohup numactl --membind=1 {program} > /root/said 2>&1 & echo $! > /root/pid"
    )
    assert (
        machine.sh("for i in $(seq 300); do [ -e /root/ready ] && exit 0; sleep 1; done; exit 1", timeout=400).rc == 0
    )


def end(machine: Machine) -> str:
    """End it, and what it said."""
    return machine.sh(
        "touch /root/stop; while kill -0 $(cat /root/pid) 2>/dev/null; do sleep 0.5; done; cat /root/said"
    ).stdout


@pytest.fixture
def guest(compute_1: Machine) -> Machine:
    """A guest without regions, with the program."""
    install(compute_1)
    compute_1.sh("cxl destroy-region -f all")
    assert regions(compute_1) == []
    return compute_1


def test_memory_is_made_used_kept_over_a_reboot_and_taken_away(guest: Machine) -> None:
    wish = {"members": [hex(guest.guest.serials[0])], "size": SIZE}
    subjects = {"memory_policy": policy("offline"), "cxl_region": region(**wish), "cxl_memory": use(**wish, **RAM)}
    first = apply(guest, **subjects)
    assert (first.rc, "cxl_region: 2 changed" in first.stdout) == (0, True), first.stdout
    assert apply(guest, **subjects).stdout.splitlines() == [f"{name}: 0 changed" for name in subjects]
    assert [(one["mode"], one["movable"], one["size"]) for one in memory(guest)] == [("system-ram", True, SIZE)]

    start(guest, KEEP)
    assert "N1=" in guest.sh("cat /proc/$(cat /root/pid)/numa_maps").stdout
    # movable memory can be taken while a program uses it: its pages move, and it loses nothing
    gone = apply(guest, cxl_region=region("deleted", members=wish["members"]))
    assert gone.rc == 0, gone.stdout
    assert end(guest) == "intact\n"
    assert (regions(guest), memory(guest)) == ([], [])


def test_what_cannot_be_taken_is_refused_and_stays_as_it_is(guest: Machine) -> None:
    wish = {"members": [hex(guest.guest.serials[1])], "size": SIZE}
    normal = {"use": "system_ram", "zone": "normal"}
    assert (
        apply(guest, memory_policy=policy("offline"), cxl_region=region(**wish), cxl_memory=use(**wish, **normal)).rc
        == 0
    )
    assert [one["movable"] for one in memory(guest)] == [False]
    start(guest, HOLD)
    before = memory(guest), regions(guest)
    refused = apply(guest, cxl_region=region("deleted", members=wish["members"]))
    assert refused.rc == 1
    assert "in use and stays as it is" in refused.stdout and "memory" in refused.stdout
    assert (memory(guest), regions(guest)) == before
    end(guest)
    guest.reboot()  # ZONE_NORMAL keeps what the kernel put there, also after the program has ended
    assert regions(guest) == []


def test_the_boot_unit_makes_all_of_it_again(guest: Machine) -> None:
    wish = {"members": [hex(guest.guest.serials[3])], "size": SIZE}
    subjects = {"memory_policy": policy("offline"), "cxl_region": region(**wish), "cxl_memory": use(**wish, **RAM)}
    keep(guest, subjects)
    guest.reboot()
    assert [(one["mode"], one["movable"], one["size"]) for one in memory(guest)] == [("system-ram", True, SIZE)]
    assert apply(guest, **subjects).stdout.splitlines() == [f"{name}: 0 changed" for name in subjects]
    guest.sh("systemctl disable disagg-apply")
    assert apply(guest, cxl_region=region("deleted", members=wish["members"])).rc == 0


@pytest.mark.parametrize("ways", [2, 4])
def test_an_interleaved_region_is_made_listed_and_taken_away(guest: Machine, ways: int) -> None:
    wish = {
        "members": [hex(serial) for serial in guest.guest.serials[:ways]],
        "size": ways * SIZE,
        "first": "bandwidth",
    }
    made = {"memory_policy": policy("offline"), "cxl_region": region(**wish), "cxl_memory": use(**wish, use="devdax")}
    assert apply(guest, **made).rc == 0
    assert [one["interleave_ways"] for one in regions(guest)] == [ways]
    assert [one["mode"] for one in memory(guest)] == ["devdax"]
    assert apply(guest, cxl_region=region("deleted", members=wish["members"])).rc == 0
    assert regions(guest) == []


@pytest.mark.parametrize(("topology", "ways"), [("two_bridges", 2), ("two_bridges", 4), ("switch", 2)])
def test_regions_across_host_bridges_and_behind_a_switch(
    extra_guest: Callable[[Hardware], Machine], topology: str, ways: int
) -> None:
    other = extra_guest(Hardware(cxl=topology))
    install(other)
    wish = {"size": ways * SIZE, "first": "bandwidth", "ways": ways}
    if (topology, ways) == ("two_bridges", 2):
        wish = {"size": 2 * SIZE, "first": "bandwidth", "members": [hex(other.guest.serials[n]) for n in (3, 0)]}
    assert apply(other, memory_policy=policy("offline"), cxl_region=region(**wish)).rc == 0
    assert [one["interleave_ways"] for one in regions(other)] == [ways]
    assert apply(other, cxl_region=region("deleted", **wish)).rc == 0
    assert regions(other) == []


def test_the_kernel_puts_memory_online_where_the_policy_says(guest: Machine) -> None:
    wish = {"members": [hex(guest.guest.serials[2])], "size": SIZE}
    made = {
        "memory_policy": policy("online_movable"),
        "cxl_region": region(**wish),
        "cxl_memory": use("online_movable", **wish, **RAM),
    }
    answer = apply(guest, **made)
    assert (answer.rc, answer.stdout.splitlines()[-1]) == (0, "cxl_memory: 0 changed"), answer.stdout
    assert [(one["mode"], one["movable"]) for one in memory(guest)] == [("system-ram", True)]
    assert apply(guest, cxl_region=region("deleted", members=wish["members"])).rc == 0


def test_tiers_and_weights_follow_the_firmware(compute_2: Machine) -> None:
    install(compute_2)
    told = apply(
        compute_2,
        memory_policy={
            "state": "merged",
            "config": [{"name": "demotion_enabled", "value": "true"}, {"name": "numa_balancing", "value": "2"}],
        },
        memory_node={
            "state": "merged",
            "config": [{"node": "near", "bandwidth": 60000}, {"node": "far", "bandwidth": 20000}],
        },
    )
    assert told.rc == 0, told.stdout
    shown = "cat /sys/kernel/mm/numa/demotion_enabled /proc/sys/kernel/numa_balancing {0}/node0 {0}/node1"
    weights = "/sys/kernel/mm/mempolicy/weighted_interleave"
    assert compute_2.sh(shown.format(weights)).stdout.split() == ["true", "2", "3", "1"]
    assert compute_2.sh("cat /sys/devices/virtual/memory_tiering/memory_tier*/nodelist").stdout.split() in (
        ["0", "1"],
        ["1", "0"],
    )
