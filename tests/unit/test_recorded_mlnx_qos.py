# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything the real mlnx_qos answered (shared/data/guest): each answer is read, or told as unreadable."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins.module_utils.backends import mlnx_qos
from plugins.module_utils.subject import Seen, Unreadable, complaint

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "guest" / "mlnx_qos-dcbsim"
NO_TABLE = {"01-help", "06-get-pfc-3", "07-specific-pfc"}
DSCP_BY_EIGHT = {dscp: dscp >> 3 for dscp in range(64)}


def recording(name: str) -> Seen:
    if not FOLDER.is_dir():
        pytest.skip(f"skipped: no data {FOLDER}")
    text, error, rc = ((FOLDER / f"{name}.{end}").read_text() for end in ("stdout", "stderr", "rc"))
    return Seen(text=text, error=error, rc=int(rc))


def recordings() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.cmd") if "dcb -j" not in path.read_text())


@pytest.mark.parametrize("name", recordings() or ["none"])
def test_every_answer_is_a_table_or_an_error_in_words(name: str) -> None:
    look = recording(name)
    if look.rc or name in NO_TABLE:
        with pytest.raises(Unreadable) as told:
            mlnx_qos.shown("rail0", look)
        assert "Traceback" not in str(told.value)
        return
    shown = mlnx_qos.shown("rail0", look) if "-a" in (FOLDER / f"{name}.cmd").read_text() else None
    assert shown is None or (shown.dcbx, len(shown.classes), len(shown.priority_tc)) == ("host", 8, 8)


def test_the_table_is_read_whole() -> None:
    shown = mlnx_qos.shown("rail0", recording("62-show-final"))
    assert (shown.trust, shown.dscp, shown.cable_length) == ("pcp", {}, 7)
    assert (shown.buffer_size, shown.buffer_total) == ([1, 2, 0, 0, 0, 0, 0, 0], 262016)
    assert shown.priority_buffer == [0, 0, 0, 1, 0, 0, 0, 0]
    assert shown.classes[3] == mlnx_qos.Class("ets", 60, 25000)
    assert shown.classes[6] == mlnx_qos.Class("strict", 0, 0)


def test_dscps_that_wrap_and_stand_in_any_order_are_read() -> None:
    shown = mlnx_qos.shown("rail0", recording("67-lldpad-running"))
    assert shown.dscp == {**DSCP_BY_EIGHT, 26: 5}


def test_a_traceback_is_told_by_the_error_it_hides() -> None:
    assert complaint(recording("57-no-dcbnl-set-pfc")) == "OSError: Netlink error: Operation not supported (95)"
    assert complaint(recording("51-dcbx-fw")) == "OSError: Netlink error: Bad value. see dmesg."
    assert complaint(recording("08-pfc-too-short")) == "pfc list must have 8 items"


def test_a_short_list_never_reaches_the_tool() -> None:
    with pytest.raises(ValueError, match="buffer_size has 2 entries; allowed: exactly 8"):
        mlnx_qos.argv("rail0", buffer_size=[1, 2])
