# SPDX-License-Identifier: GPL-3.0-or-later
"""How a NIC reacts to marks: DCQCN's parameters as the simulation takes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..plan.dcqcn import MICRO, PAPER

MEGABIT = 125_000  # bytes/s in one Mb/s
FULL = 1024  # mlx5 counts alpha and g in so many parts
THRESHOLD = 1  # mlx5's rp_threshold as its firmware has it


@dataclass(frozen=True)
class Sender:
    """Times in seconds, rates in bytes/s, sizes in bytes.

    At most one CNP in each ``cnp_interval``. Each ``alpha_timer`` alpha moves by ``gain`` towards 1 if a CNP came in
    it, else towards 0. Each ``increase_timer`` and each ``byte_counter`` sent bring the rate halfway to its target, and
    after ``stages`` of them without a CNP also raise the target by ``increase``. A cut lowers the target to the rate:
    always where ``clamp`` is set, else only if it is the first after an increase.
    """

    increase: float
    cnp_interval: float
    alpha_timer: float
    increase_timer: float
    byte_counter: float
    packet: float
    gain: float
    stages: int
    least: float
    clamp: bool


def mlx5(parameters: Mapping[str, Any], packet: int) -> Sender:
    """A ConnectX with these ``cc_params``, and its byte counter; what they do not say is as the firmware has it.

    Its target rate is held over a series of cuts: CLAMP_TGT_RATE is off by default (NVIDIA, DCQCN CC parameters).
    """
    return Sender(
        increase=parameters["rp_ai_rate"] * MEGABIT,
        cnp_interval=max(parameters["np_min_time_between_cnps"], parameters["rp_rate_reduce_monitor_period"]) * MICRO,
        alpha_timer=parameters["rp_dce_tcp_rtt"] * MICRO,
        increase_timer=parameters["rp_time_reset"] * MICRO,
        byte_counter=parameters["byte_counter"],
        packet=packet,
        gain=1 - parameters["rp_dce_tcp_g"] / FULL,
        stages=THRESHOLD,
        least=MEGABIT,
        clamp=False,
    )


def published() -> Sender:
    """The NIC of the DCQCN paper: Zhu et al., SIGCOMM 2015."""
    return Sender(
        increase=PAPER.increase * MEGABIT,
        cnp_interval=50 * MICRO,
        alpha_timer=PAPER.alpha_timer * MICRO,
        increase_timer=PAPER.increase_timer * MICRO,
        byte_counter=PAPER.byte_counter,
        packet=PAPER.packet,
        gain=1 / 256,
        stages=5,
        least=MEGABIT,
        clamp=True,
    )
