# SPDX-License-Identifier: GPL-3.0-or-later
"""What QEMU is told of a guest, and what the guest is told of itself."""

from __future__ import annotations

import re
from base64 import b64decode
from itertools import pairwise
from pathlib import Path

import pytest

from lab.vm.arguments import arguments
from lab.vm.credentials import credentials
from lab.vm.cxl import TOPOLOGIES
from lab.vm.guest import Guest, Port
from lab.vm.hardware import Hardware

PORTS = (Port("rail0", "mlx5_0", "10.65.0.0/31"), Port("rail1", "mlx5_1", "10.65.0.8/31"))
FOLDER = Path("/run/guest")


def guest(number: int = 1, **hardware: object) -> Guest:
    """A guest of some hardware."""
    address = f"10.89.41.{number}/24"
    return Guest(f"compute-{number}", number, address, "mgmt0", PORTS, 100000, 9000, Hardware(**hardware))  # type: ignore[arg-type]


def given(option: str, **hardware: object) -> list[str]:
    """The values of one option of QEMU."""
    words = arguments(guest(**hardware), FOLDER, [], kvm=False)
    return [value for name, value in pairwise(words) if name == option]


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_each_device_is_behind_a_port_that_is_there_and_each_id_is_given_once(topology: str) -> None:
    devices = given("-device", cxl=topology)
    ids = [found[1] for device in devices if (found := re.search(r"\bid=([^,]+)", device))]
    assert len(ids) == len(set(ids))
    buses = [found[1] for device in devices if (found := re.search(r"\bbus=([^,]+)", device))]
    assert {*buses} <= {*ids, "pcie.0"}
    assert sum(device.startswith("cxl-type3") for device in devices) == (0 if topology == "none" else 4)


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_each_window_leads_to_bridges_that_are_there(topology: str) -> None:
    targets = [
        word for machine in given("-machine", cxl=topology) for word in re.findall(r"targets\.\d+=([^,]+)", machine)
    ]
    bridges = [device for device in given("-device", cxl=topology) if device.startswith("pxb-cxl")]
    assert {*targets} == {re.search(r"id=([^,]+)", bridge)[1] for bridge in bridges}  # type: ignore[index]


def test_two_empty_ports_wait_for_devices_that_are_plugged_in() -> None:
    devices = given("-device", cxl="one_bridge")
    ports = {found[1] for device in devices if (found := re.match(r"cxl-rp,.*id=([^,]+)", device))}
    taken = {found[1] for device in devices if (found := re.match(r"cxl-type3,bus=([^,]+)", device))}
    assert ports - taken == {"port4", "port5"}


def test_no_two_guests_share_a_serial_number_a_mac_address_or_a_cable() -> None:
    guests = [guest(number) for number in range(1, 5)]
    for told in (
        [serial for one in guests for serial in one.serials],
        [one.mac(port) for one in guests for port in one.links],
        [one.tap(port) for one in guests for port in one.links],
    ):
        assert len(told) == len(set(told))


def test_slow_memory_is_a_node_without_processor_that_the_firmware_describes() -> None:
    nodes = given("-numa", slow_memory=256)
    assert "node,nodeid=1,memdev=node1,initiator=0" in nodes
    assert sum(word.startswith("hmat-lb,") for word in nodes) == 4
    assert given("-m", memory=768, slow_memory=256)[0].startswith("1024M,")
    assert given("-numa") == []


def test_the_keys_are_in_the_credentials_and_nowhere_on_the_command_line() -> None:
    told = credentials(guest(), "PRIVATE", "ssh-ed25519 AAAA")
    files = next(b64decode(text.partition("=")[2]).decode() for text in told if ":tmpfiles.extra=" in text)
    lines = {line.split()[1]: line.split() for line in files.splitlines()}
    assert b64decode(lines["/etc/ssh/ssh_host_ed25519_key"][-1]) == b"PRIVATE"
    assert lines["/etc/ssh/ssh_host_ed25519_key"][2] == "0600"
    assert b64decode(lines["/etc/lab/hcas"][-1]) == b"mlx5_0 rail0\nmlx5_1 rail1\n"
    assert "PRIVATE" not in " ".join(arguments(guest(), FOLDER, [FOLDER / "credential-0"], kvm=False))
