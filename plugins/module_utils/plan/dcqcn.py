# SPDX-License-Identifier: GPL-3.0-or-later
"""DCQCN, RoCE's congestion control: the NIC's parameters, and the queue at which so many flows come to rest."""

from __future__ import annotations

from dataclasses import dataclass

from ..spec.model import Roce

MICRO = 1e-6
FIRMWARE = "ConnectX's firmware defaults: NVIDIA DOCA 3.4, DCQCN parameters; mstflint issue 830"
# Told though they are the defaults: a NIC that somebody has tuned would fall out of step with the others.
DEFAULTS = {
    "np_min_time_between_cnps": 4,  # us
    "rp_time_reset": 300,  # us
    "rp_dce_tcp_rtt": 1,  # us
    "rp_dce_tcp_g": 1019,  # of 1024
    "rp_rate_reduce_monitor_period": 4,  # us
    "rp_initial_alpha_value": 1023,  # of 1024
    "rp_min_dec_fac": 50,  # percent
    "rp_gd": 11,
}
# Mb/s for each 25G of the link: Alibaba's production values, HPCC run.py; at 25G they are the firmware's.
INCREASE, HYPER_INCREASE = 5, 50
MOST_FLOWS = 1 << 20  # where to stop looking
PACKET = 4096  # bytes, RoCE's largest path MTU


@dataclass(frozen=True)
class Dcqcn:
    """What decides where flows come to rest: rates in Mb/s, timers in microseconds, sizes in bytes."""

    increase: float
    alpha_timer: float
    increase_timer: float
    byte_counter: int
    packet: int = PACKET


# Zhu et al., SIGCOMM 2015; as lirong-lirong/dcqcn-fluid-model has it.
PAPER = Dcqcn(increase=40, alpha_timer=55, increase_timer=55, byte_counter=10_000_000, packet=1000)


def reaction(speed_mbps: int) -> Dcqcn:
    """What the plan assumes of a NIC: ConnectX's firmware defaults, the increase scaled with the speed.

    The unit of the firmware's byte counter (32767) is not published: 64 bytes are assumed, and a smaller counter only
    makes flows mark more.
    """
    timer = DEFAULTS["rp_time_reset"]
    return Dcqcn(increase=scaled(INCREASE, speed_mbps), alpha_timer=1, increase_timer=timer, byte_counter=32767 * 64)


def parameters(speed_mbps: int, roce: Roce) -> dict[str, int]:
    """Names and values of mlx5's cc_params; what is not here stays as the firmware has it."""
    return {
        "np_cnp_dscp": roce.cnp_dscp,
        "np_cnp_prio": roce.cnp_priority,
        "rp_ai_rate": scaled(INCREASE, speed_mbps),
        "rp_hai_rate": scaled(HYPER_INCREASE, speed_mbps),
        **DEFAULTS,
    }


def scaled(at_25g: int, speed_mbps: int) -> int:
    """A rate in Mb/s that grows with the link: ``at_25g`` for each 25G, and never less."""
    return max(at_25g, at_25g * speed_mbps // 25_000)


def marked(flows: int, speed_mbps: int, dcqcn: Dcqcn) -> float:
    """The share of packets marked when ``flows`` share a link and none gains on another.

    p = (R / (t S^2) (1/B + 1/(S T))^2)^(1/3), all in packets: Zhu et al., "ECN or Delay", CoNEXT 2016.
    """
    bits = dcqcn.packet * 8
    share = speed_mbps * 1e6 / bits / flows
    increase = dcqcn.increase * 1e6 / bits / (dcqcn.alpha_timer * MICRO * share**2)
    events = dcqcn.packet / dcqcn.byte_counter + 1 / (share * dcqcn.increase_timer * MICRO)
    return float((increase * events**2) ** (1 / 3))


def resting_queue(flows: int, speed_mbps: int, kmin: int, kmax: int, percent: float, dcqcn: Dcqcn) -> float | None:
    """Bytes at which the queue comes to rest; None if that many flows need more marks than the curve gives."""
    share = marked(flows, speed_mbps, dcqcn) / (percent / 100)
    return kmin + share * (kmax - kmin) if share <= 1 else None


def most_flows(speed_mbps: int, percent: float, dcqcn: Dcqcn) -> int:
    """With how many flows the queue still comes to rest on a curve that ends at ``percent``; 0 if with none."""
    low, high = 0, MOST_FLOWS
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if marked(middle, speed_mbps, dcqcn) <= percent / 100 else (low, middle - 1)
    return low
