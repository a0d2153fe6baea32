# SPDX-License-Identifier: GPL-3.0-or-later
"""What passes a cable of the rack: `python wire.py INTERFACE SECONDS UDP_PORT` prints source, destination and ToS.

It runs in the rack's network namespace and prints each combination once, as JSON lines, when it is seen first.
"""

from __future__ import annotations

import json
import socket
import sys
import time

ETH_P_ALL = 3  # a socket for one protocol alone does not see what is sent (packet(7))
ETH_P_IP = b"\x08\x00"
HEADER = 14  # bytes of Ethernet before the IPv4 header


def packet(frame: bytes, port: int) -> tuple[str, str, int] | None:
    """Source, destination and type of service of an IPv4 packet to a UDP port; None for any other."""
    ip = frame[HEADER:]
    ports = ip[(ip[0] & 15) * 4 :] if ip else b""
    if (
        frame[12:HEADER] != ETH_P_IP
        or len(ip) < 20
        or ip[9] != socket.IPPROTO_UDP
        or int.from_bytes(ports[2:4], "big") != port
    ):
        return None
    return socket.inet_ntoa(ip[12:16]), socket.inet_ntoa(ip[16:20]), ip[1]


def watch(interface: str, seconds: float, port: int) -> None:
    """Print what passes until the time is over."""
    seen: set[tuple[str, str, int]] = set()
    deadline = time.monotonic() + seconds
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL)) as wire:
        wire.bind((interface, 0))
        wire.settimeout(0.5)
        print("watching", flush=True)
        while time.monotonic() < deadline:
            try:
                found = packet(wire.recv(65536), port)
            except TimeoutError:
                continue
            if found and found not in seen:
                seen.add(found)
                print(json.dumps(found), flush=True)


if __name__ == "__main__":
    watch(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
