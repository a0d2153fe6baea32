# SPDX-License-Identifier: GPL-3.0-or-later
"""When a switch marks if nothing is known of it, and when it breaks a pause storm: published values, with source."""

from __future__ import annotations

# ECN of the lossless queue. NVIDIA Cumulus Linux 5.14, RoCE mode lossless: 150000 to 1500000 bytes, 100 %. Marks well
# below the ECN-before-PFC bound of a 64-port 400G switch (887 kB); SONiC's stock 1048576 lies above it.
MARK_FROM = 150_000  # bytes
MARK_ALL = 1_500_000  # bytes
MARK_PROBABILITY = 100  # percent at MARK_ALL

WATCHDOG_STEP = 200  # ms for each 32 ports: sonic-utilities pfcwd/main.py, "start_default"
WATCHDOG_MOST_POLL = 1000  # ms, sonic-pfcwd.yang
WATCHDOG_MOST_DETECTION = 5000  # ms, sonic-pfcwd.yang; the tool itself passes it above 800 ports


def storm_too_soon(memory: int, slowest: int, detection: int) -> str:
    """Why a pause may be taken for a storm that is none; empty if it may not. Bytes, Mb/s, ms.

    No queue pauses its feeders for longer than the switch's whole memory takes to leave by its slowest port.
    """
    drained = memory * 8 / (slowest * 1000)
    if drained < detection:
        return ""
    return (
        f"the watchdog may take a full queue for a storm: {detection} ms of pause count as one, and {memory} bytes take"
        f" {drained:.0f} ms to leave at {slowest} Mb/s; do: use switches with less memory or faster ports"
    )


def watchdog(ports: int) -> tuple[int, int]:
    """How often a switch of so many ports looks for pause storms, and after how long one counts as such; ms."""
    time = WATCHDOG_STEP * max(1, (ports - 1) // 32 + 1)
    return min(time, WATCHDOG_MOST_POLL), min(time, WATCHDOG_MOST_DETECTION)
