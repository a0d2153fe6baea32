# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration a switch comes with, made for the ports it has. Pure.

The QoS maps are SONiC's stock ones (sonic-buildimage, qos_config.j2): DSCP 26 goes to traffic class 1, which drops.
"""

from __future__ import annotations

from typing import Any

from .database import Database
from .factory_buffers import buffers

# A Spectrum-4 switch with 128 ports of 400G on four lanes each.
HWSKU, PLATFORM = "Mellanox-SN5600-O128", "x86_64-nvidia_sn5600-r0"
SPEED, MTU, LANES = 400000, 9100, 4
DSCP_TO_TC = {**{str(dscp): "1" for dscp in range(64)}, "3": "3", "4": "4", "5": "2", "8": "0", "46": "5", "48": "6"}
SAME = {str(number): str(number) for number in range(8)}
PRIORITY_GROUPS = {"0": "0", "1": "0", "2": "0", "3": "3", "4": "4", "5": "0", "6": "0", "7": "7"}
WRED = {"min_threshold": "1048576", "max_threshold": "2097152", "drop_probability": "5"}
MAPS = {
    "dscp_to_tc_map": "AZURE",
    "tc_to_queue_map": "AZURE",
    "tc_to_pg_map": "AZURE",
    "pfc_to_queue_map": "AZURE",
    "pfc_enable": "3,4",
    "pfcwd_sw_enable": "3,4",
}


def configuration(ports: list[str], mac: str) -> Database:
    """The factory configuration for ``ports``, in their order."""
    return {
        "DEVICE_METADATA": {"localhost": metadata(mac)},
        "PORT": {name: port(index) for index, name in enumerate(ports)},
        "DSCP_TO_TC_MAP": {"AZURE": DSCP_TO_TC},
        "TC_TO_QUEUE_MAP": {"AZURE": SAME},
        "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": PRIORITY_GROUPS},
        "MAP_PFC_PRIORITY_TO_QUEUE": {"AZURE": SAME},
        "WRED_PROFILE": {"AZURE_LOSSLESS": wred()},
        "SCHEDULER": {"scheduler.0": {"type": "DWRR", "weight": "14"}, "scheduler.1": {"type": "DWRR", "weight": "15"}},
        **buffers(ports),
        **({"PORT_QOS_MAP": dict.fromkeys(ports, MAPS), "QUEUE": queues(ports)} if ports else {}),
    }


def metadata(mac: str) -> dict[str, str]:
    """What the switch is."""
    return {
        "hwsku": HWSKU,
        "platform": PLATFORM,
        "hostname": "sonic",
        "mac": mac,
        "type": "LeafRouter",
        "bgp_asn": "65100",
        "buffer_model": "dynamic",
        "synchronous_mode": "enable",
    }


def port(index: int) -> dict[str, str]:
    """The row of the port at ``index``, as port_config.ini makes it."""
    lanes = ",".join(str(index * LANES + lane) for lane in range(LANES))
    return {
        "alias": f"etp{index + 1}",
        "index": str(index + 1),
        "lanes": lanes,
        "speed": str(SPEED),
        "mtu": str(MTU),
        "admin_status": "up",
    }


def wred() -> dict[str, str]:
    """The stock profile of the lossless queues."""
    colours = ("green", "yellow", "red")
    limits = {f"{colour}_{name}": value for colour in colours for name, value in WRED.items()}
    return {**limits, **{f"wred_{colour}_enable": "true" for colour in colours}, "ecn": "ecn_all"}


def queues(ports: list[str]) -> dict[str, dict[str, Any]]:
    """Seven queues per port, 3 and 4 of them lossless."""
    lossless = {"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"}
    return {
        f"{name}|{queue}": lossless if queue in (3, 4) else {"scheduler": "scheduler.0"}
        for name in ports
        for queue in range(7)
    }
