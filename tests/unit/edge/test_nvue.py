# SPDX-License-Identifier: GPL-3.0-or-later
"""A Cumulus switch is changed as one transaction, on a stand-in for ``nv`` that keeps revisions as NVUE does."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plugins.module_utils.edge.host import ActionFailed, Host
from plugins.module_utils.edge.nvue import transact
from plugins.module_utils.edge.process import run
from plugins.module_utils.edge.switch import Request

STANDIN = Path(__file__).parents[2] / "standins/nv.py"
FRESH = {"interface": {"swp1": {"type": "swp", "link": {"mtu": 9216}}}}
WISH = [
    {"path": "interface swp1 ip address 10.64.0.0/31", "value": ""},
    {"path": "interface swp1 link mtu", "value": "9000"},
    {"path": "qos roce mode", "value": "lossless"},
]
AS_WISHED = {
    "interface": {"swp1": {"type": "swp", "link": {"mtu": 9000}, "ip": {"address": {"10.64.0.0/31": {}}}}},
    "qos": {"roce": {"mode": "lossless"}},
}
REQUEST = Request("merged", WISH, ["10.64.0.1/31"], "", True, False)


class Switch:
    """One stand-in and the folder its revisions lie in."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for revision in ("applied", "startup"):
            self.write(revision, FRESH)
        # A neighbour hears the switch unless the file quiet says otherwise.
        self.ping = self.script("ping", f"test ! -e {root}/quiet || test ! -e {root}/before.json")
        self.nv = self.script("nv", f'NV_ROOT={root} exec {sys.executable} {STANDIN} "$@"')
        self.host = Host(run, {"/run/disagg": f"{root}/run/disagg"}, {"nv": self.nv, "ping": self.ping})

    def script(self, name: str, line: str) -> str:
        path = self.root / name
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
        return str(path)

    def read(self, revision: str) -> Any:
        return json.loads((self.root / f"{revision}.json").read_text())

    def write(self, revision: str, tree: dict[str, Any]) -> None:
        (self.root / f"{revision}.json").write_text(json.dumps(tree))

    def breaks(self, *faults: str) -> None:
        (self.root / "faults").write_text("\n".join(faults))

    def revisions(self) -> set[str]:
        return {path.stem for path in self.root.glob("*.json")}


@pytest.fixture
def switch(tmp_path: Path) -> Switch:
    return Switch(tmp_path)


def refused(switch: Switch, request: Request = REQUEST) -> str:
    with pytest.raises(ActionFailed) as error:
        transact(switch.host, request)
    return str(error.value)


def test_a_wish_is_applied_confirmed_and_saved_and_then_nothing_is_left_to_do(switch: Switch) -> None:
    done = transact(switch.host, REQUEST)
    assert [" ".join(action.shown()) for action in done.actions] == [
        "install -m 0644 /dev/stdin /run/disagg/nvue.patch.yaml",
        "nv config patch /run/disagg/nvue.patch.yaml",
        "nv config apply --confirm 5m -y",
        "nv config apply --confirm-yes",
        "nv config save",
    ]
    assert switch.read("applied") == switch.read("startup") == AS_WISHED
    assert switch.revisions() == {"applied", "startup"}
    assert transact(switch.host, REQUEST).actions == []


def test_check_mode_and_rendered_touch_nothing(switch: Switch) -> None:
    assert transact(switch.host, replace(REQUEST, pretend=True)).actions
    assert transact(switch.host, replace(REQUEST, state="rendered")).actions
    assert switch.read("applied") == FRESH and switch.revisions() == {"applied", "startup"}


def test_a_patch_that_is_refused_leaves_nothing_staged(switch: Switch) -> None:
    switch.breaks("refuse_patch")
    assert "'loseless' is not one of" in (told := refused(switch))
    assert told.endswith("gave it up, the switch is as before")
    assert switch.read("applied") == FRESH and switch.revisions() == {"applied", "startup"}


def test_a_place_the_switch_did_not_take_is_named_and_the_trial_ends(switch: Switch) -> None:
    switch.breaks("forget_mtu")
    told = refused(switch)
    assert "interface swp1 link mtu: wanted 9000, reads back nothing" in told
    assert told.endswith("gave it up, the switch is as before")
    assert switch.read("applied") == FRESH and switch.revisions() == {"applied", "startup"}


def test_a_neighbour_that_goes_quiet_ends_the_trial(switch: Switch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plugins.module_utils.edge.neighbours.ROUNDS", 1)
    (switch.root / "quiet").touch()
    told = refused(switch)
    assert told == (
        "neighbours that answered before the change no longer do: 10.64.0.1; gave it up, the switch is as before"
    )
    assert switch.read("applied") == switch.read("startup") == FRESH


def test_an_apply_that_fails_tells_what_nvue_said(switch: Switch) -> None:
    switch.breaks("refuse_apply")
    told = refused(switch)
    assert "swp9: not a port of this switch" in told
    assert told.endswith("gave it up, the switch is as before")
    assert switch.read("applied") == FRESH and switch.revisions() == {"applied", "startup"}


def test_changes_that_somebody_left_staged_stop_it(switch: Switch) -> None:
    switch.write("pending", {**FRESH, "system": {"hostname": "other"}})
    told = refused(switch)
    assert told.startswith("1 changes are staged on the switch and not applied, the first is 'nv set system hostname")
    assert switch.read("pending")["system"] == {"hostname": "other"}


def test_what_is_applied_and_not_saved_is_saved(switch: Switch) -> None:
    switch.write("applied", AS_WISHED)
    assert [" ".join(action.shown()) for action in transact(switch.host, REQUEST).actions] == ["nv config save"]
    assert switch.read("startup") == AS_WISHED


def test_a_place_is_deleted_with_all_below_it(switch: Switch) -> None:
    switch.write("applied", AS_WISHED)
    wish = [{"path": "qos roce", "value": ""}, {"path": "interface swp1 ip address 10.64.0.0/31", "value": ""}]
    transact(switch.host, replace(REQUEST, state="deleted", config=wish, neighbours=[]))
    assert switch.read("applied")["qos"] == {}
    assert switch.read("applied")["interface"]["swp1"]["ip"] == {"address": {}}
