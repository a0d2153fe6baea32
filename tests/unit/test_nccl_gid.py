# SPDX-License-Identifier: GPL-3.0-or-later
"""NCCL's choice of a GID, on tables as ports have them (roce.md D3, NVIDIA/nccl issues 426, 769, uccl issue 803)."""

from __future__ import annotations

from ipaddress import IPv6Address

import pytest

from plugins.module_utils.nccl_gid import Gid, selected

LOCAL = "fe80::e42:a1ff:fe00:0"
RAIL, VLAN, POD = "::ffff:10.64.0.1", "::ffff:192.0.2.1", "::ffff:10.244.0.7"
USUAL = [(LOCAL, 1), (LOCAL, 2), (RAIL, 1), (RAIL, 2)]
BESIDE_A_VLAN = [(LOCAL, 1), (LOCAL, 2), (VLAN, 1), (VLAN, 2), (RAIL, 1), (RAIL, 2)]
IN_A_CONTAINER = [(LOCAL, 1), (LOCAL, 2), None, None, (POD, 1), (POD, 2), (RAIL, 1), (RAIL, 2)]
ONLY_IPV6 = [(LOCAL, 1), (LOCAL, 2), ("2001:db8::1", 1), ("2001:db8::1", 2)]
RANGE = {"NCCL_IB_ADDR_RANGE": "10.64.0.0/24"}


def table(entries):
    """A GID table; None is an index that is not set, which a look leaves out."""
    return [Gid(index, IPv6Address(entry[0]), entry[1]) for index, entry in enumerate(entries) if entry]


@pytest.mark.parametrize(
    ("entries", "variables", "index"),
    [
        pytest.param(USUAL, {}, 3, id="the usual table gives RoCE v2 over IPv4"),
        pytest.param(USUAL, RANGE, 3, id="a range that fits gives the same"),
        pytest.param(
            USUAL, {"NCCL_IB_ADDR_RANGE": "10.65.0.0/24"}, 0, id="a range that fits nothing stays at the first"
        ),
        pytest.param(USUAL, {"NCCL_IB_ROCE_VERSION_NUM": "1"}, 2, id="version 1 is kept where it is asked for"),
        pytest.param(USUAL, {"NCCL_IB_GID_INDEX": "1"}, 1, id="a fixed index wins over all else"),
        pytest.param(USUAL, {"NCCL_IB_GID_INDEX": "1", **RANGE}, 1, id="a fixed index wins over a range"),
        pytest.param(USUAL, {"NCCL_IB_GID_INDEX": "-1"}, 3, id="index -1 is the default"),
        pytest.param(USUAL, {"NCCL_IB_GID_INDEX": "three"}, 0, id="an index that is no number is 0 to strtoll"),
        pytest.param(USUAL, {"NCCL_IB_GID_INDEX": "7"}, 7, id="a fixed index may point at nothing"),
        pytest.param(USUAL, {"NCCL_IB_ADDR_RANGE": "10.64.0.0"}, 3, id="a range without a prefix is ignored"),
        pytest.param(USUAL, {"NCCL_IB_ADDR_RANGE": "2001:db8::/64"}, 3, id="a range of the other family is ignored"),
        pytest.param(BESIDE_A_VLAN, {}, 3, id="without a range the first IPv4 address wins"),
        pytest.param(BESIDE_A_VLAN, RANGE, 5, id="with a range the rail's own address wins"),
        pytest.param(IN_A_CONTAINER, {}, 5, id="a hole in the table is passed over"),
        pytest.param(IN_A_CONTAINER, RANGE, 7, id="a range finds the rail's address behind a hole"),
        pytest.param(ONLY_IPV6, {}, 0, id="with IPv6 alone it stays at the link-local v1"),
        pytest.param(
            ONLY_IPV6, {"NCCL_IB_ADDR_FAMILY": "AF_INET6"}, 3, id="with IPv6 asked for it finds the global v2"
        ),
        pytest.param([], {}, 0, id="an empty table gives index 0"),
    ],
)
def test_nccl_takes(entries, variables, index):
    assert selected(table(entries), variables).index == index


def test_a_link_local_gid_is_not_valid():
    assert not Gid(1, IPv6Address(LOCAL), 2).valid
    assert Gid(3, IPv6Address(RAIL), 2).valid
    assert not Gid(4).valid


def test_an_ipv4_gid_reads_as_people_write_it():
    assert str(Gid(3, IPv6Address(RAIL), 2).address) == "10.64.0.1"
