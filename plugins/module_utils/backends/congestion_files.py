# SPDX-License-Identifier: GPL-3.0-or-later
"""Where each NIC's driver keeps the values of RoCE's congestion control, by their upstream mlx5 names. Pure.

Files: Linux drivers/infiniband/hw/mlx5/cong.c (debugfs); MLNX_OFED's /sys/class/net/PORT/ecn, as NVIDIA's
nic-configuration-operator uses it; Broadcom's bnxt_re configfs, as bnxt_setupcc.sh 236.1.155.0 uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# Name upstream -> file below OFED's ecn/. Rates in Mb/s, times in microseconds, factors of 1024.
OFED: Mapping[str, str] = {
    "np_cnp_dscp": "roce_np/cnp_dscp",
    "np_cnp_prio": "roce_np/cnp_802p_prio",
    "np_min_time_between_cnps": "roce_np/min_time_between_cnps",
    "rp_clamp_tgt_rate": "roce_rp/clamp_tgt_rate",
    "rp_clamp_tgt_rate_ati": "roce_rp/clamp_tgt_rate_after_time_inc",
    "rp_time_reset": "roce_rp/rpg_time_reset",
    "rp_byte_reset": "roce_rp/rpg_byte_reset",
    "rp_threshold": "roce_rp/rpg_threshold",
    "rp_ai_rate": "roce_rp/rpg_ai_rate",
    "rp_max_rate": "roce_rp/rpg_max_rate",
    "rp_hai_rate": "roce_rp/rpg_hai_rate",
    "rp_min_dec_fac": "roce_rp/rpg_min_dec_fac",
    "rp_min_rate": "roce_rp/rpg_min_rate",
    "rp_rate_to_set_on_first_cnp": "roce_rp/rate_to_set_on_first_cnp",
    "rp_dce_tcp_g": "roce_rp/dce_tcp_g",
    "rp_dce_tcp_rtt": "roce_rp/dce_tcp_rtt",
    "rp_rate_reduce_monitor_period": "roce_rp/rate_reduce_monitor_period",
    "rp_initial_alpha_value": "roce_rp/initial_alpha_value",
    "rp_gd": "roce_rp/rpg_gd",
}
# Files that say whether a value is in force: a write of the value sets them (cong.c).
IN_FORCE: Mapping[str, tuple[str, str]] = {
    "np_cnp_prio": ("np_cnp_prio_mode", "0"),
    "rtt_resp_dscp": ("rtt_resp_dscp_valid", "1"),
}
DEBUGFS = (*OFED, "rtt_resp_dscp")
BNXT: Mapping[str, str] = {
    "np_cnp_dscp": "cnp_dscp",
    "np_cnp_prio": "cnp_prio",
    "roce_dscp": "roce_dscp",
    "roce_prio": "roce_prio",
    "ecn_enable": "ecn_enable",
    "ecn_marking": "ecn_marking",
    "cc_mode": "cc_mode",
}
BNXT_FIRMWARE = ("np_cnp_dscp", "np_cnp_prio", "roce_dscp", "roce_prio")  # what its service profile may own
PRIORITIES = range(8)
SIDES = ("np", "rp")  # notification point, reaction point


@dataclass(frozen=True)
class Places:
    """Where one port's settings lie; ``enable`` by side and priority; ``apply`` brings the values into force."""

    driver: str
    values: Mapping[str, str]
    enable: Mapping[str, str] = field(default_factory=dict)
    guards: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    folder: str = ""
    apply: str = ""
    firmware: tuple[str, ...] = ()


def mlx5(port: str, slot: str, there: Iterable[str]) -> Places:
    """OFED's file where it is there, else the debugfs one of the port's own PCI function."""
    files = {*there}
    ecn, debug = f"/sys/class/net/{port}/ecn", f"/sys/kernel/debug/mlx5/{slot}/cc_params"
    ways = {name: [f"{debug}/{name}"] for name in DEBUGFS}
    ways.update({name: [f"{ecn}/{file}", *ways[name]] for name, file in OFED.items()})
    values = {name: path for name, paths in ways.items() for path in reversed(paths) if path in files}
    guards = {
        name: (f"{debug}/{guard}", value)
        for name, (guard, value) in IN_FORCE.items()
        if values.get(name) == f"{debug}/{name}" and f"{debug}/{guard}" in files
    }
    enable = {f"{side} {priority}": f"{ecn}/roce_{side}/enable/{priority}" for side in SIDES for priority in PRIORITIES}
    return Places("mlx5_core", values, {key: path for key, path in enable.items() if path in files}, guards)


def bnxt(hca: str, profile: str) -> Places:
    """The files that appear once the HCA's folder is made; ``profile`` is the driver's info in debugfs."""
    folder = f"/sys/kernel/config/bnxt_re/{hca}"
    values = {name: f"{folder}/ports/1/cc/{file}" for name, file in BNXT.items()}
    owned = any(line.split()[-1:] == ["1"] for line in profile.splitlines() if "fw_service_prof_type_sup" in line)
    return Places(
        "bnxt_en",
        values,
        folder=folder,
        apply=f"{folder}/ports/1/cc/apply",
        firmware=BNXT_FIRMWARE if owned else (),
    )
