# SPDX-License-Identifier: GPL-3.0-or-later
"""The story every subject goes through, on a tree of its own and with a small program for a tool."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins.module_utils.devices import files, kernel_module, nccl, speed
from plugins.module_utils.edge.converge import converge
from plugins.module_utils.edge.host import ActionFailed, Host
from plugins.module_utils.edge.process import run

ETHTOOL = """#!/usr/bin/python3
import sys
from pathlib import Path
state = Path(__file__).with_name("state")
if sys.argv[1] == "-s":
    state.write_text("400000 on" if "on" in sys.argv else "40000 off")
speed, autoneg = state.read_text().split()
print(f"Settings for rail0:\\n\\tSpeed: {speed}Mb/s\\n\\tAuto-negotiation: {autoneg}")
"""
DEAF = "#!/bin/sh\nexit 0\n"  # a tool that says it worked and does nothing


@pytest.fixture
def host(tmp_path: Path) -> Host:
    for name, text in {"ethtool": ETHTOOL, "modprobe": DEAF}.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "state").write_text("40000 off")
    tools = {name: str(tmp_path / name) for name in ("ethtool", "modprobe")}
    return Host(run, {"/etc": f"{tmp_path}/etc", "/sys": f"{tmp_path}/sys"}, tools)


WISH = [{"name": "NCCL_IB_TC", "value": "106"}]


def test_check_mode_predicts_what_the_run_then_does(host: Host, tmp_path: Path) -> None:
    predicted = converge(nccl, host, "overridden", WISH, {}, pretend=True)
    assert not (tmp_path / "etc/nccl.conf").exists()
    done = converge(nccl, host, "overridden", WISH, {}, pretend=False)
    assert done == predicted
    assert (tmp_path / "etc/nccl.conf").read_text().endswith("\nNCCL_IB_TC=106\n")
    assert converge(nccl, host, "overridden", WISH, {}, pretend=False).actions == []


def test_gathered_reads_and_rendered_does_not_even_look(host: Host, tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/nccl.conf").write_text("NCCL_IB_TC=104\n")
    assert converge(nccl, host, "gathered", [], {}, pretend=False).before == {"NCCL_IB_TC": {"value": "104"}}
    rendered = converge(nccl, host, "rendered", WISH, {}, pretend=False)
    assert (rendered.before, rendered.after) == ({}, {"NCCL_IB_TC": {"value": "106"}})
    assert (tmp_path / "etc/nccl.conf").read_text() == "NCCL_IB_TC=104\n"


def test_what_nobody_asked_for_may_follow_by_itself(host: Host) -> None:
    """Negotiation brings the speed back: that is not the wish, so it does not count against it."""
    done = converge(speed, host, "merged", [{"port": "rail0", "autoneg": True}], {}, pretend=False)
    assert done.before == {"rail0": {"autoneg": False, "speed": 40000}}
    assert converge(speed, host, "gathered", [{"port": "rail0"}], {}, pretend=False).before == {
        "rail0": {"autoneg": True, "speed": 400000}
    }


def test_a_device_that_did_not_take_it_is_told(host: Host) -> None:
    message = (
        "kernel_module: the device did not take it: mlx5_ib: wanted {'loaded': True}, reads back {'loaded': False}"
    )
    with pytest.raises(ActionFailed) as failure:
        converge(kernel_module, host, "merged", [{"name": "mlx5_ib", "loaded": True}], {}, pretend=False)
    assert str(failure.value) == message


def test_a_wish_that_cannot_be_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    def never(argv: list[str]) -> tuple[int, str, str]:
        raise AssertionError(argv)

    with pytest.raises(ValueError, match="content and mode go together"):
        converge(files, Host(never, {}, {}), "merged", [{"path": "/etc/x", "content": ""}], {}, pretend=False)
