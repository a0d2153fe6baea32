# SPDX-License-Identifier: GPL-3.0-or-later
"""Values in files of the kernel's, on a tree of such files: found, written in place, read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins.module_utils.devices import mlxconfig, pfc, rdma_cm, roce_cc
from plugins.module_utils.edge import looking
from plugins.module_utils.edge.converge import converge
from plugins.module_utils.edge.host import ActionFailed, Host
from plugins.module_utils.edge.process import run

SLOT = "0000:17:00.0"
DEBUG = f"sys/kernel/debug/mlx5/{SLOT}/cc_params"
WISH = [{"port": "rail0", "hca": "mlx5_0", "values": {"np_cnp_dscp": 48, "np_cnp_prio": 6}}]
FAILING = """#!/bin/sh
cat >&2 <<END
Traceback (most recent call last):
  File "/usr/bin/mlnx_qos", line 488, in <module>
OSError: Netlink error: Operation not supported (95)

During handling of the above exception, another exception occurred:

TypeError: can only concatenate str (not "OSError") to str
END
exit 1
"""
COUNTING = """#!/bin/sh
count=$(cat {0}); echo $((count + 5)) > {0}
printf 'NIC statistics:\\n     rx_prio3_packets: %s\\n' "$count"
"""
FIRMWARE = """#!/bin/sh
case "$*" in
*" set "*) echo 8 > {0};;
*) printf 'Configurations:  Default  Current  Next Boot\\n   ROCE_CC_PRIO_MASK_P1   255   255   %s\\n' "$(cat {0})";;
esac
"""


def host(folder: Path, **tools: str) -> Host:
    for name, text in tools.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return Host(run, {"/sys": f"{folder}/sys"}, {name: str(folder / name) for name in tools})


def tree(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_values_are_found_written_in_place_and_read_back(tmp_path: Path) -> None:
    uevent = f"DRIVER=mlx5_core\nPCI_SLOT_NAME={SLOT}\n"
    tree(tmp_path, {"sys/class/net/rail0/device/uevent": uevent, f"{DEBUG}/np_cnp_dscp": "26\n"})
    tree(tmp_path, {f"{DEBUG}/np_cnp_prio": "0\n", f"{DEBUG}/rp_gd": "11\n"})
    number = (tmp_path / DEBUG / "np_cnp_dscp").stat().st_ino
    done = converge(roce_cc, host(tmp_path), "merged", WISH, {}, pretend=False)
    assert done.before == {"rail0 mlx5_0": {"values": {"np_cnp_dscp": 26, "np_cnp_prio": 0, "rp_gd": 11}}}
    assert (tmp_path / DEBUG / "np_cnp_dscp").read_text() == "48\n"
    assert (tmp_path / DEBUG / "np_cnp_dscp").stat().st_ino == number
    assert converge(roce_cc, host(tmp_path), "merged", WISH, {}, pretend=False).actions == []


def test_a_file_that_the_kernel_did_not_make_is_told(tmp_path: Path) -> None:
    with pytest.raises(ActionFailed, match=r"default_roce_tos: No such file or directory"):
        converge(rdma_cm, host(tmp_path), "merged", [{"hca": "mlx5_0", "tos": 106}], {}, pretend=False)
    assert (tmp_path / "sys/kernel/config/rdma_cm/mlx5_0").is_dir()


def test_firmware_is_set_once_and_waits_for_a_boot(tmp_path: Path) -> None:
    (tmp_path / "mask").write_text("255\n")
    nic = host(tmp_path, mlxconfig=FIRMWARE.format(tmp_path / "mask"))
    wish = [{"device": SLOT, "settings": {"ROCE_CC_PRIO_MASK_P1": 8}}]
    done = converge(mlxconfig, nic, "merged", wish, {}, pretend=False)
    assert [" ".join(action.shown()) for action in done.actions] == [
        f"mlxconfig -y -d {SLOT} set ROCE_CC_PRIO_MASK_P1=8"
    ]
    reason = f"{SLOT}: ROCE_CC_PRIO_MASK_P1 255 now, 8 from the next boot"
    assert mlxconfig.reboot(done.found) == {"needed": True, "reason": reason}
    assert mlxconfig.reboot(done.before) == {"needed": False, "reason": ""}
    assert converge(mlxconfig, nic, "merged", wish, {}, pretend=False).actions == []


def test_a_traceback_of_a_tool_does_not_reach_the_user(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as told:
        converge(pfc, host(tmp_path, mlnx_qos=FAILING), "merged", [{"port": "rail0"}], {"backend": "mlnx_qos"}, False)
    assert "Netlink error: Operation not supported (95); look at" in str(told.value)
    assert "Traceback" not in str(told.value)


def test_counters_are_read_before_and_after_all_else(tmp_path: Path) -> None:
    (tmp_path / "count").write_text("100\n")
    nic = host(tmp_path, ethtool=COUNTING.format(tmp_path / "count"))
    plan = {"counters": {"config": [{"port": "rail0", "hca": "mlx5_0"}]}, "rdma_cm": {"config": [{"hca": "mlx5_0"}]}}
    (row,) = looking.seen(nic, plan, 0.1)["counters"]["have"]
    assert (row["counts"], row["grown"]) == ({"rx_prio3_packets": 105}, {"rx_prio3_packets": 5})
    assert row["seconds"] >= 0.1
    assert [*looking.seen(nic, {"rdma_cm": plan["rdma_cm"]}, 0)] == ["rdma_cm"]
    assert (tmp_path / "count").read_text() == "110\n"


def test_counters_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    plan = {"counters": {"config": [{"port": "rail0"}]}}
    seen = looking.seen(host(tmp_path, ethtool=FAILING), plan, 0.1)["counters"]
    assert (seen["have"], seen["error"].startswith("counters of rail0: exit code 1, OSError")) == ([], True)
