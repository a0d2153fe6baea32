# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a port's files to write stand below /run/lab/sys: debugfs, MLNX_OFED's ecn/, RDMA-CM's configfs."""

from __future__ import annotations

from pathlib import Path

import nic_files
import ports
from written_files import WrittenFiles

SYS = ports.RUN / "sys"


def show(written: WrittenFiles, hca: str, port: str) -> None:
    """Make what is not there yet; RDMA-CM's folder too, since no write can wait here for what mkdir would do."""
    slot = ports.slot(port)
    debug, net = SYS / "kernel/debug/mlx5" / slot / "cc_params", SYS / "class/net" / port
    values = {name: str(value) for name, value in nic_files.CC_PARAMS.items()}
    written.add(debug, values, nic_files.cc_param)
    _device(net / "device", slot)
    for file, name in nic_files.ECN.items():
        _link(net / "ecn" / file, debug / name)
    for side in ("np", "rp"):
        values = dict.fromkeys(map(str, range(8)), "1")
        written.add(net / f"ecn/roce_{side}/enable", values, nic_files.switch)
    written.add(SYS / f"kernel/config/rdma_cm/{hca}/ports/1", nic_files.RDMA_CM, nic_files.rdma_cm)


def _device(folder: Path, slot: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "uevent").write_text(f"DRIVER=mlx5_core\nPCI_CLASS=20000\nPCI_SLOT_NAME={slot}\n")


def _link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_symlink():
        path.symlink_to(target)
