# SPDX-License-Identifier: GPL-3.0-or-later
"""The packet buffers a Mellanox switch comes with in SONiC's dynamic buffer model. Pure.

Tables and keys: sonic-buildimage buffers_config.j2 and buffers_defaults_t1.j2, buffers_defaults_objects.j2 of
device/mellanox. Lossless are priorities 3 and 4, in rows of one range.
"""

from __future__ import annotations

from .database import Database

EGRESS = "158229504"  # bytes, egress_lossless_pool of an SN5600
CABLE = "40m"
DYNAMIC = {"mode": "dynamic"}
LOSSY_QUEUES = ("0-2", "5-6")


def buffers(ports: list[str]) -> Database:
    """The buffer tables for ``ports``; in the dynamic model two of the pools have no size of their own."""
    return {
        "BUFFER_POOL": {
            "ingress_lossless_pool": {"type": "ingress", **DYNAMIC},
            "egress_lossless_pool": {"type": "egress", "size": EGRESS, **DYNAMIC},
            "egress_lossy_pool": {"type": "egress", **DYNAMIC},
        },
        "BUFFER_PROFILE": {
            "ingress_lossless_profile": profile("ingress_lossless_pool", "0", "7"),
            "ingress_lossy_profile": profile("ingress_lossless_pool", "0", "3"),
            "egress_lossless_profile": profile("egress_lossless_pool", "0", "7"),
            "egress_lossy_profile": profile("egress_lossy_pool", "9216", "7"),
            "q_lossy_profile": profile("egress_lossy_pool", "0", "3"),
        },
        "DEFAULT_LOSSLESS_BUFFER_PARAMETER": {"AZURE": {"default_dynamic_th": "0"}},
        "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "1024", "small_packet_percentage": "50"}},
        **(of_ports(ports) if ports else {}),
    }


def profile(pool: str, size: str, dynamic_th: str) -> dict[str, str]:
    """One buffer profile."""
    return {"pool": pool, "size": size, "dynamic_th": dynamic_th}


def of_ports(ports: list[str]) -> Database:
    """The rows that each port has."""
    groups = {"3-4": "NULL", "0": "ingress_lossy_profile"}
    queues = {"3-4": "egress_lossless_profile", **dict.fromkeys(LOSSY_QUEUES, "q_lossy_profile")}
    lists = {"INGRESS": "ingress_lossless_profile", "EGRESS": "egress_lossless_profile,egress_lossy_profile"}
    return {
        "CABLE_LENGTH": {"AZURE": dict.fromkeys(ports, CABLE)},
        "BUFFER_PG": {f"{port}|{part}": {"profile": name} for port in ports for part, name in groups.items()},
        "BUFFER_QUEUE": {f"{port}|{part}": {"profile": name} for port in ports for part, name in queues.items()},
        **{
            f"BUFFER_PORT_{way}_PROFILE_LIST": {port: {"profile_list": names} for port in ports}
            for way, names in lists.items()
        },
    }
