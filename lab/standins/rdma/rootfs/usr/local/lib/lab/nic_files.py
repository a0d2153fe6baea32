# SPDX-License-Identifier: GPL-3.0-or-later
"""The files by which mlx5's drivers let congestion control and RDMA-CM be set, and what a write to one does. Pure.

Linux drivers/infiniband/hw/mlx5/cong.c (debugfs: any number of 32 bits in C's forms, cut to its register's field) and
drivers/infiniband/core/cma_configfs.c; MLNX_OFED's ecn/ as NVIDIA's nic-configuration-operator uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

# What ConnectX's firmware starts with: NVIDIA DOCA 3.4, DCQCN parameters; mstflint issue 830.
CC_PARAMS = {
    "rp_clamp_tgt_rate": 0,
    "rp_clamp_tgt_rate_ati": 1,
    "rp_time_reset": 300,
    "rp_byte_reset": 32767,
    "rp_threshold": 1,
    "rp_ai_rate": 5,
    "rp_max_rate": 0,
    "rp_hai_rate": 50,
    "rp_min_dec_fac": 50,
    "rp_min_rate": 1,
    "rp_rate_to_set_on_first_cnp": 0,
    "rp_dce_tcp_g": 1019,
    "rp_dce_tcp_rtt": 1,
    "rp_rate_reduce_monitor_period": 4,
    "rp_initial_alpha_value": 1023,
    "rp_gd": 11,
    "np_min_time_between_cnps": 4,
    "np_cnp_dscp": 48,
    "np_cnp_prio_mode": 0,
    "np_cnp_prio": 6,
    "rtt_resp_dscp_valid": 0,
    "rtt_resp_dscp": 0,
}
NARROW = {"np_cnp_dscp": 6, "np_cnp_prio": 3, "np_cnp_prio_mode": 1, "rtt_resp_dscp": 6, "rtt_resp_dscp_valid": 1}
BESIDE = {"np_cnp_prio": ("np_cnp_prio_mode", "0"), "rtt_resp_dscp": ("rtt_resp_dscp_valid", "1")}
# File below MLNX_OFED's ecn/ to the name upstream; both are the same register.
ECN = {
    "roce_np/cnp_dscp": "np_cnp_dscp",
    "roce_np/cnp_802p_prio": "np_cnp_prio",
    "roce_np/min_time_between_cnps": "np_min_time_between_cnps",
    "roce_rp/clamp_tgt_rate": "rp_clamp_tgt_rate",
    "roce_rp/clamp_tgt_rate_after_time_inc": "rp_clamp_tgt_rate_ati",
    "roce_rp/rpg_time_reset": "rp_time_reset",
    "roce_rp/rpg_byte_reset": "rp_byte_reset",
    "roce_rp/rpg_threshold": "rp_threshold",
    "roce_rp/rpg_ai_rate": "rp_ai_rate",
    "roce_rp/rpg_max_rate": "rp_max_rate",
    "roce_rp/rpg_hai_rate": "rp_hai_rate",
    "roce_rp/rpg_min_dec_fac": "rp_min_dec_fac",
    "roce_rp/rpg_min_rate": "rp_min_rate",
    "roce_rp/rate_to_set_on_first_cnp": "rp_rate_to_set_on_first_cnp",
    "roce_rp/dce_tcp_g": "rp_dce_tcp_g",
    "roce_rp/dce_tcp_rtt": "rp_dce_tcp_rtt",
    "roce_rp/rate_reduce_monitor_period": "rp_rate_reduce_monitor_period",
    "roce_rp/initial_alpha_value": "rp_initial_alpha_value",
    "roce_rp/rpg_gd": "rp_gd",
}
MODE, TOS = "default_roce_mode", "default_roce_tos"
RDMA_CM = {MODE: "RoCE v2", TOS: "0"}  # recorded, Linux 6.12
MODES = ("IB/RoCE v1", "RoCE v2")  # an mlx5 has both
NUMBER = re.compile(r"\+?(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)\n?")


def number(text: str) -> int | None:
    """A number as the kernel's kstrtou reads it, with base 0; None where it is none."""
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    word = match[1].lower()
    return int(word, 16 if word.startswith("0x") else 8 if word.startswith("0") else 10)


def cc_param(name: str, text: str) -> dict[str, str]:
    """What a write to a file in cc_params changes there, by name; nothing where the driver refuses it."""
    value = number(text)
    if value is None or value >= 1 << 32:
        return {}
    cut = value & ((1 << NARROW.get(name, 32)) - 1)
    return {name: str(cut), **dict([BESIDE[name]] if name in BESIDE else [])}


def switch(name: str, text: str) -> dict[str, str]:
    """What a write to a priority's switch changes."""
    value = number(text)
    return {name: str(value)} if value in (0, 1) else {}


def rdma_cm(name: str, text: str) -> dict[str, str]:
    """What a write to one of RDMA-CM's files changes."""
    if name == MODE:
        word = text.strip()
        return {name: word} if word in MODES else {}
    value = number(text)
    return {name: str(value)} if value is not None and value < 256 else {}


Rule = Callable[[str, str], "dict[str, str]"]
