# SPDX-License-Identifier: GPL-3.0-or-later
"""The counters that mlx5 shows in ethtool -S, as the kernel documents them for that driver."""

from __future__ import annotations

import ports

PORT = (
    "rx_out_of_buffer",
    "rx_vport_rdma_unicast_packets",
    "rx_vport_rdma_unicast_bytes",
    "tx_vport_rdma_unicast_packets",
    "tx_vport_rdma_unicast_bytes",
    "rx_discards_phy",
    "tx_discards_phy",
    "rx_crc_errors_phy",
    "rx_symbol_err_phy",
    "rx_buffer_passed_thres_phy",
    "link_down_events_phy",
    "outbound_pci_stalled_rd",
    "outbound_pci_stalled_wr",
    "outbound_pci_stalled_rd_events",
    "outbound_pci_stalled_wr_events",
    "outbound_pci_buffer_overflow",
    "dev_out_of_buffer",
    "tx_pause_storm_warning_events",
    "tx_pause_storm_error_events",
)
PRIORITY = (
    "rx_prio{}_bytes",
    "rx_prio{}_packets",
    "rx_prio{}_discards",
    "rx_prio{}_buf_discard",
    "rx_prio{}_cong_discard",
    "rx_prio{}_marked",
    "tx_prio{}_bytes",
    "tx_prio{}_packets",
)
PFC = (
    "rx_prio{}_pause",
    "rx_prio{}_pause_duration",
    "tx_prio{}_pause",
    "tx_prio{}_pause_duration",
    "rx_prio{}_pause_transition",
)
GLOBAL_PAUSE = (
    "rx_global_pause",
    "rx_global_pause_duration",
    "tx_global_pause",
    "tx_global_pause_duration",
    "rx_global_pause_transition",
)


def counters(port: str) -> dict[str, int]:
    """All counters of a port: real for its own packets and bytes, else as set in its state, else 0."""
    names = [*PORT, *(name.format(priority) for priority in range(8) for name in PRIORITY)]
    with ports.locked_pfc(port) as lossless:
        names += [name.format(priority) for priority in lossless for name in PFC]
    names += GLOBAL_PAUSE if any(ports.pause(port).values()) else ()
    return {**_real(port), **dict.fromkeys(names, 0), **_set(port, names)}


def _real(port: str) -> dict[str, int]:
    """What the kernel counted on the port that stands for the NIC."""
    folder = ports.NET / port / "statistics"
    found = {name: int((folder / name).read_text()) for name in ("rx_packets", "rx_bytes", "tx_packets", "tx_bytes")}
    return {**found, **{f"{name}_phy": value for name, value in found.items()}}


def _set(port: str, names: list[str]) -> dict[str, int]:
    """The counters that somebody set in the port's state, if the NIC would show them now."""
    return {name: value for name, value in ports.state(port)["counters"].items() if name in names}
