# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of /sys/class/infiniband that one RoCE port shows, as files and their content."""

from __future__ import annotations

from pathlib import Path

# InfiniBand's name for a lane rate, by the speed of four lanes.
RATES = {40000: "QDR", 100000: "EDR", 200000: "HDR", 400000: "NDR"}
# Beside the tree, so that no reader lists it.
PARTIAL = Path("/run/lab/.rdma.partial")
ZERO = ":".join(["0000"] * 8)
# drivers/infiniband/hw/mlx5/counters.c
HW_COUNTERS = (
    "duplicate_request",
    "implied_nak_seq_err",
    "local_ack_timeout_err",
    "np_cnp_sent",
    "np_ecn_marked_roce_packets",
    "out_of_buffer",
    "out_of_sequence",
    "packet_seq_err",
    "req_cqe_error",
    "req_cqe_flush_error",
    "req_remote_access_errors",
    "req_remote_invalid_request",
    "req_transport_retries_exceeded",
    "resp_cqe_error",
    "resp_cqe_flush_error",
    "resp_local_length_error",
    "resp_remote_access_errors",
    "rnr_nak_retry_err",
    "roce_adp_retrans",
    "roce_adp_retrans_to",
    "roce_slow_restart",
    "roce_slow_restart_cnps",
    "roce_slow_restart_trans",
    "rp_cnp_handled",
    "rp_cnp_ignored",
    "rx_atomic_requests",
    "rx_icrc_encapsulated",
    "rx_read_requests",
    "rx_write_requests",
)


def files(port: str, up: bool, speed: int, counters: dict, table: list) -> dict[str, str]:
    """Path under the HCA to content; an unset GID has no type and no port, as reading them fails in the kernel."""
    found = {
        "node_type": "1: CA",
        f"device/net/{port}/dev_port": "0",
        "ports/1/state": "4: ACTIVE" if up else "1: DOWN",
        "ports/1/phys_state": "5: LinkUp" if up else "3: Disabled",
        "ports/1/link_layer": "Ethernet",
        "ports/1/rate": f"{speed // 1000} Gb/sec (4X {RATES.get(speed, 'SDR')})",
    }
    found |= {f"ports/1/hw_counters/{name}": str(counters.get(name, 0)) for name in HW_COUNTERS}
    for index, slot in enumerate(table):
        found[f"ports/1/gids/{index}"] = slot[0] if slot else ZERO
        if slot:
            found[f"ports/1/gid_attrs/types/{index}"] = slot[1]
            found[f"ports/1/gid_attrs/ndevs/{index}"] = port
    return found


def write(folder: Path, before: dict[str, str], after: dict[str, str]) -> None:
    """Make the folder show the files after, touching only what differs from before."""
    for path in before.keys() - after.keys():
        (folder / path).unlink(missing_ok=True)
    for path, text in after.items():
        if before.get(path) != text:
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            PARTIAL.write_text(f"{text}\n")
            PARTIAL.replace(place)
