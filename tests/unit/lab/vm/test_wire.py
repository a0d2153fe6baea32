# SPDX-License-Identifier: GPL-3.0-or-later
"""What the watcher of a cable makes of a frame."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.vm.wire import packet

ETHERNET = bytes(12) + b"\x08\x00"
IP = bytes.fromhex("456a002c0000400040110000") + bytes([10, 65, 0, 3, 10, 65, 0, 1])


def test_a_roce_packet_tells_its_ends_and_its_class() -> None:
    udp = bytes.fromhex("c00012b7001800000000")
    assert packet(ETHERNET + IP + udp, 4791) == ("10.65.0.3", "10.65.0.1", 106)
    assert packet(ETHERNET + IP + udp, 4792) is None


@given(st.binary(max_size=200))
def test_no_frame_stops_the_watcher(frame: bytes) -> None:
    packet(frame, 4791)
