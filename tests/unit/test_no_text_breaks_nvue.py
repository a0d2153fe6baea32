# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever ``nv`` prints, its readers give rows or say why not."""

from __future__ import annotations

import contextlib
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from plugins.module_utils.devices import nvue, nvue_look
from plugins.module_utils.reconcile import Change
from plugins.module_utils.subject import Seen, Unreadable, Write

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
KEYS = st.text(max_size=6) | st.from_regex(r"swp[0-9]{1,3}(s[0-9])?(-[0-9]{1,4})?(,swp[0-9]{1,2})?", fullmatch=True)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4))
TREES = st.dictionaries(st.sampled_from(["interface", "qos", "vrf"]), VALUES, max_size=3)
ANY = st.text() | VALUES.map(json.dumps) | TREES.map(lambda tree: json.dumps([{"header": {}}, {"set": tree}]))
SLOW_MACHINE = settings(deadline=None)  # two cores are shared
WORDS = st.lists(st.sampled_from(["interface", "swp1", "link", "mtu", "qos"]), min_size=1, max_size=4)


@SLOW_MACHINE
@given(ANY)
def test_a_configuration_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(Unreadable):
        assert all(isinstance(row["value"], str) for row in nvue.parse({nvue.APPLIED: Seen(text=text)}, {}).values())


@SLOW_MACHINE
@given(ANY, ANY)
def test_what_is_saved_is_compared_or_refused(runs: str, boots: str) -> None:
    with contextlib.suppress(Unreadable):
        nvue_look.saved({nvue_look.APPLIED: Seen(text=runs), nvue_look.STARTUP: Seen(text=boots)})


@SLOW_MACHINE
@given(ANY)
def test_ports_are_read_or_refused(text: str) -> None:
    with contextlib.suppress(Unreadable):
        nvue_look.ports({nvue_look.PORTS: Seen(text=text)})


@SLOW_MACHINE
@given(st.dictionaries(WORDS.map(" ".join), st.integers(0, 9).map(str), min_size=1, max_size=3))
def test_a_patch_that_is_taken_reads_back_as_wished(wished: dict[str, str]) -> None:
    paths = [path for path in wished if not any(other.startswith(f"{path} ") for other in wished)]
    told = [Change(path, nvue.BLANK, {"value": wished[path]}) for path in sorted(paths)]
    patch = next(action.text for action in nvue.render(told, {}, {}) if isinstance(action, Write))
    read = nvue.parse({nvue.APPLIED: Seen(text=patch)}, {})
    assert {path: read[path]["value"] for path in paths} == {path: wished[path] for path in paths}
