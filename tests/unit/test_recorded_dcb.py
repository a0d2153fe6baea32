# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real dcb and ethtool showed on real kernels (shared/data/guest), read by the device files."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins.module_utils.devices import buffer, dscp, ets, pause, pfc
from plugins.module_utils.subject import Seen, Subject, Unreadable

GUEST = Path(__file__).parents[3] / "shared" / "data" / "guest"
DCBSIM = GUEST / "dcb-dcbsim-k6.12-iproute6.15"
NO_DCB = GUEST / "dcb-nosupport-k6.12"
STRICT = {"tsa": ["strict"] * 8, "bandwidth": [0] * 8, "priority_tc": [*range(8)]}
NONE: dict[str, object] = {"map": {}}
SHARED = {"tsa": ["ets"] * 8, "bandwidth": [40, 0, 0, 60, 0, 0, 0, 0], "priority_tc": [0, 0, 0, 3, 0, 0, 6, 0]}


def recording(path: Path) -> Seen:
    if not path.with_suffix(".stdout").is_file():
        pytest.skip(f"skipped: no data {path}")
    text, error, rc = (path.with_suffix(end).read_text() for end in (".stdout", ".stderr", ".rc"))
    return Seen(text=text, error=error, rc=int(rc))


def json_lines(path: Path) -> list[Seen]:
    """The one-line JSON answers in a recording, in order."""
    return [
        Seen(text=line) for line in recording(path).text.splitlines() if line.startswith("{") and line.endswith("}")
    ]


@pytest.mark.parametrize(
    ("subject", "name", "rows"),
    [
        (pfc, "01-pfc-show", [{"lossless": []}]),
        (pfc, "03-pause-off", [{"lossless": [3]}]),
        (ets, "04-ets-show", [STRICT]),
        (ets, "05-ets-set", [SHARED]),
        (dscp, "06-app", [{"map": {"26": 3, "48": 6}}, {"map": {"26": 4, "48": 6}}, NONE, NONE, NONE]),
    ],
)
def test_what_dcb_showed_is_read(subject: Subject, name: str, rows: list[dict[str, object]]) -> None:
    shown = json_lines(DCBSIM / name)
    assert [subject.parse({"rail0": look}, {})["rail0"] for look in shown] == rows


def test_what_dcb_showed_of_receive_buffers_is_read() -> None:
    seen = {"buffer rail0": json_lines(DCBSIM / "08-buffer")[0], "pfc rail0": json_lines(DCBSIM / "01-pfc-show")[0]}
    row = buffer.parse(seen, {"least": [0, 158_336, 0, 0, 0, 0, 0, 0]})["rail0"]
    assert (row["prio_buffer"], row["size"][:3], row["total"]) == (
        [0, 0, 0, 1, 0, 0, 0, 0],
        [130_944, 130_944, 0],
        262_016,
    )
    assert (row["cable"], row["missing"]) == (0, 27_392)


def test_global_pause_is_read_as_text_and_as_json() -> None:
    text = recording(DCBSIM / "03-pause-off").text
    start, end = text.index("["), text.index("]") + 1
    both = {"text": Seen(text=text[:start]), "json": Seen(text=text[start:end])}
    assert pause.parse(both, {}) == {"text": {"rx": True, "tx": True}, "json": {"rx": True, "tx": True}}


def test_a_driver_without_pause_answers_an_empty_list() -> None:
    first = recording(NO_DCB / "ethtool-pause").text.splitlines()[0]
    with pytest.raises(Unreadable, match="must offer pause"):
        pause.parse({"rail0": Seen(text=first)}, {})


@pytest.mark.parametrize(("subject", "name"), [(pfc, "pfc-show-enp0s3"), (ets, "ets-show"), (dscp, "app-show")])
def test_a_driver_without_dcb_is_unreadable(subject: Subject, name: str) -> None:
    with pytest.raises(Unreadable, match="Attribute read: Operation not supported; the port's driver must offer DCB"):
        subject.parse({"enp0s3": recording(NO_DCB / name)}, {})


def test_a_port_that_is_not_there_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="pfc of nosuch: exit code 1, Attribute read: No such device"):
        pfc.parse({"nosuch": recording(NO_DCB / "nodev")}, {})
