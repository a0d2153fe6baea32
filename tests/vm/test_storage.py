# SPDX-License-Identifier: GPL-3.0-or-later
"""One guest lends its NVMe disk to the other over the rails, by RDMA and by TCP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.vm.machine import Machine
from lab.vm.rack import Rack

from .test_fabric import plan_of

NAME = "nqn.2026-11.disagg:compute-1"
TARGET = Path(__file__).with_name("nvme_target.sh")
PORTS = {"rdma": 4420, "tcp": 4421}


@dataclass(frozen=True)
class Target:
    """A subsystem that a guest offers at an address of its first rail."""

    name: str
    address: str


@pytest.fixture(scope="module")
def target(rack: Rack, compute_1: Machine, applied: object) -> Iterator[Target]:
    """The NVMe disk of compute-1 behind both transports."""
    address = plan_of(rack, "compute-1")["gid"]["config"][0]["address"]
    text = TARGET.read_text()
    made = compute_1.sh(f"set -- up {NAME} /dev/nvme0n1 {address}\n{text}")
    assert made.rc == 0, made
    yield Target(NAME, address)
    assert compute_1.sh(f"set -- down {NAME} /dev/nvme0n1 {address}\n{text}").rc == 0


@pytest.mark.long
@pytest.mark.parametrize("transport", PORTS)
def test_a_disk_of_another_guest_is_found_written_and_read_back(
    target: Target, compute_2: Machine, transport: str
) -> None:
    where = f"-t {transport} -a {target.address} -s {PORTS[transport]}"
    assert compute_2.sh(f"modprobe nvme_{transport}").rc == 0
    found = compute_2.sh(f"nvme discover {where} -o json")
    assert target.name in [record["subnqn"] for record in json.loads(found.stdout)["records"]], found
    connected = compute_2.sh(f"nvme connect {where} -n {target.name}")
    assert connected.rc == 0, connected
    try:
        said = compute_2.sh(
            "udevadm settle; disk=/dev/$(ls /sys/class/nvme-subsystem/*/ | grep -Ex 'nvme[0-9]+n1' | head -1);"
            "head -c 1048576 /dev/urandom > /run/sent;"
            "dd if=/run/sent of=$disk bs=128k oflag=direct status=none;"
            "dd if=$disk of=/run/got bs=128k count=8 iflag=direct status=none; cmp /run/sent /run/got && echo same"
        )
        assert said.stdout.strip() == "same", said
    finally:
        assert compute_2.sh(f"nvme disconnect -n {target.name}").rc == 0
