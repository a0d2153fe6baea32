# SPDX-License-Identifier: GPL-3.0-or-later
"""The RDMA view follows the addresses that the kernel has, as GID tables do."""

from __future__ import annotations

import time

from .conftest import Node

PORT = "/run/lab/sys/class/infiniband/mlx5_0/ports/1"
SETTLED = 2.0  # seconds; the view follows within a tenth


def table(node: Node) -> dict[int, tuple[str, str, str]]:
    """Index to GID, type and port, of the entries that are set."""
    one = "echo $i; cat gids/$i gid_attrs/types/$i gid_attrs/ndevs/$i"
    lines = node.sh(f"cd {PORT}; for i in $(ls gid_attrs/types); do {one}; done").stdout.splitlines()
    return {int(index): (gid, kind, port) for index, gid, kind, port in zip(*[iter(lines)] * 4, strict=True)}


def wait_for(node: Node, index: int, gid: str) -> dict[int, tuple[str, str, str]]:
    """The table once an index holds a GID that ends so."""
    deadline = time.monotonic() + SETTLED
    while not (found := table(node)).get(index, ("",))[0].endswith(gid):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found


def test_every_rail_has_a_device(node: Node) -> None:
    assert node.sh("ls /run/lab/sys/class/infiniband").stdout.split() == ["mlx5_0", "mlx5_1"]
    ports = node.sh("ls /run/lab/sys/class/infiniband/*/device/net").stdout
    assert "rail0" in ports and "rail1" in ports and "mgmt0" not in ports


def test_a_fresh_port_has_its_link_local_gid_in_both_types(node: Node) -> None:
    found = table(node)
    assert [found[index][1:] for index in (0, 1)] == [("IB/RoCE v1", "rail0"), ("RoCE v2", "rail0")]
    link_local = node.sh("ip -br -6 address show dev rail0 scope link").stdout.split()[2].split("/")[0]
    assert found[0][0] == found[1][0]
    assert found[0][0].replace(":", "").endswith("".join(group.zfill(4) for group in link_local[6:].split(":")))


def test_an_address_takes_two_indices_and_its_removal_leaves_holes(node: Node) -> None:
    node.sh("ip address add 10.64.0.1/31 dev rail0; ip address add 10.99.0.1/24 dev rail0")
    found = wait_for(node, 5, "ffff:0a63:0001")
    assert [found[index][:2] for index in (2, 3)] == [
        ("0000:0000:0000:0000:0000:ffff:0a40:0001", "IB/RoCE v1"),
        ("0000:0000:0000:0000:0000:ffff:0a40:0001", "RoCE v2"),
    ]
    node.sh("ip address del 10.64.0.1/31 dev rail0")
    deadline = time.monotonic() + SETTLED
    while 2 in (found := table(node)):
        assert time.monotonic() < deadline, found
    assert sorted(found) == [0, 1, 4, 5]
    assert node.sh(f"cat {PORT}/gids/2").stdout == ":".join(["0000"] * 8) + "\n"
    node.sh("ip address add 10.64.0.7/31 dev rail0")
    assert sorted(wait_for(node, 3, "ffff:0a40:0007")) == [0, 1, 2, 3, 4, 5]


def test_state_and_rate_are_those_of_the_link(node: Node) -> None:
    def shown() -> str:
        return node.sh(f"cat {PORT}/state {PORT}/phys_state {PORT}/link_layer {PORT}/rate").stdout

    assert shown() == "4: ACTIVE\n5: LinkUp\nEthernet\n400 Gb/sec (4X NDR)\n"
    node.sh("ip link set rail0 down; ethtool -s rail0 speed 100000 autoneg off")
    time.sleep(SETTLED)
    down = shown()
    node.sh("ip link set rail0 up; ethtool -s rail0 autoneg on")
    assert down == "1: DOWN\n3: Disabled\nEthernet\n100 Gb/sec (4X EDR)\n"


def test_the_mapping_can_be_given(node: Node) -> None:
    node.sh("printf 'mlx5_0 rail1\\nmlx5_1 rail0\\n' > /etc/lab/hcas; systemctl restart lab-rdma")
    port = node.sh(f"cat {PORT}/gid_attrs/ndevs/0").stdout
    node.sh("rm /etc/lab/hcas; systemctl restart lab-rdma")
    assert port == "rail1\n"


def test_the_view_is_right_again_after_a_restart(node: Node) -> None:
    node.restart()
    found = table(node)
    assert sorted(found) == [0, 1]
    assert found[0][2] == "rail0"


def test_a_switch_has_no_rdma_devices(node: Node) -> None:
    node.sh("echo switch > /etc/lab/kind")
    node.restart()
    shown = node.sh("systemctl is-active lab-rdma; ls /run/lab/sys").stdout
    node.sh("echo host > /etc/lab/kind")
    assert shown == "inactive\n"
