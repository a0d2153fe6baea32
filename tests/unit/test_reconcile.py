# SPDX-License-Identifier: GPL-3.0-or-later
"""What each state makes of what is there and what is wished."""

from __future__ import annotations

import pytest

from plugins.module_utils.reconcile import Change, Rows, changes, config_by, desired, rows_by

BLANK = {"mtu": 1500, "map": {}}
HAVE: Rows = {"rail0": {"mtu": 9000, "map": {"26": 3}}, "rail1": {"mtu": 1500, "map": {}}}
WANT: Rows = {"rail1": {"map": {"48": 6}}, "rail2": {"mtu": 4200}}


@pytest.mark.parametrize(
    ("state", "after"),
    [
        ("gathered", HAVE),
        ("merged", {**HAVE, "rail1": {"mtu": 1500, "map": {"48": 6}}, "rail2": {"mtu": 4200, "map": {}}}),
        ("rendered", {**HAVE, "rail1": {"mtu": 1500, "map": {"48": 6}}, "rail2": {"mtu": 4200, "map": {}}}),
        ("replaced", {**HAVE, "rail1": {"mtu": 1500, "map": {"48": 6}}, "rail2": {"mtu": 4200, "map": {}}}),
        ("overridden", {"rail0": BLANK, "rail1": {"mtu": 1500, "map": {"48": 6}}, "rail2": {"mtu": 4200, "map": {}}}),
        ("deleted", {"rail0": HAVE["rail0"], "rail1": BLANK, "rail2": BLANK}),
    ],
)
def test_a_state_says_how_everything_should_look(state: str, after: Rows) -> None:
    assert desired(state, HAVE, WANT, BLANK) == after
    assert changes(after, desired(state, after, WANT, BLANK), BLANK) == []


def test_merged_keeps_what_is_not_named_and_replaced_does_not() -> None:
    want: Rows = {"rail0": {"map": {"48": 6}}}
    assert desired("merged", HAVE, want, BLANK)["rail0"] == {"mtu": 9000, "map": {"26": 3, "48": 6}}
    assert desired("replaced", HAVE, want, BLANK)["rail0"] == {"mtu": 1500, "map": {"48": 6}}


@pytest.mark.parametrize("state", ["merged", "rendered", "replaced", "overridden", "deleted"])
def test_a_row_that_is_wished_absent_is_blank_afterwards(state: str) -> None:
    want: Rows = {"rail0": {"absent": True}, "rail2": {"absent": False, "mtu": 4200}}
    after = desired(state, HAVE, want, BLANK)
    assert after["rail0"] == BLANK
    assert after["rail2"] == (BLANK if state == "deleted" else {"mtu": 4200, "map": {}})


def test_an_unknown_state_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(ValueError, match=r"state: 'present' is not known; allowed: merged, .*rendered"):
        desired("present", HAVE, WANT, BLANK)


def test_a_missing_row_counts_as_blank() -> None:
    assert changes({}, {"rail0": BLANK}, BLANK) == []
    assert changes({}, {"rail0": {**BLANK, "mtu": 9000}}, BLANK) == [Change("rail0", BLANK, {**BLANK, "mtu": 9000})]


def test_rows_are_keyed_by_their_name_and_forget_what_is_unset() -> None:
    config = [{"table": "100", "destination": "10.0.0.0/8", "metric": None, "via": "10.0.0.1", "source": None}]
    rows = rows_by(("table", "destination", "metric"), config)
    assert rows == {"100 10.0.0.0/8": {"via": "10.0.0.1"}}
    assert config_by(("table", "destination", "metric"), rows) == [
        {"table": "100", "destination": "10.0.0.0/8", "via": "10.0.0.1"}
    ]


def test_a_name_of_one_field_keeps_its_blanks() -> None:
    rows = rows_by(("name",), [{"name": "NCCL_IB_TC ", "value": " 106"}])
    assert config_by(("name",), rows) == [{"name": "NCCL_IB_TC ", "value": " 106"}]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ([{"port": "rail0"}, {"port": "rail0"}], r"config\[1\].port: 'rail0' is listed twice; name it once"),
        ([{"port": None}], r"config\[0\].port: missing; give it"),
        ([{"mtu": 9000}], r"config\[0\].port: missing; give it"),
    ],
)
def test_a_row_without_a_name_of_its_own_is_refused(config: list[dict[str, object]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rows_by(("port",), config)
