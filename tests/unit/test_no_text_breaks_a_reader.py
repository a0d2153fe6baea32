# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a tool or a file answers, a reader gives rows or says in words that it cannot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plugins.module_utils.devices.registry import LOOKS, SUBJECTS
from plugins.module_utils.reconcile import Rows, rows_by
from plugins.module_utils.subject import Chooses, Read, Resolves, Seen, Subject

FOLDER = Path(__file__).parent / "devices"
GUEST = Path(__file__).parents[3] / "shared/data/guest"  # recorded, and used where it is there
RECORDED = ("mlnx_qos-dcbsim", "dcb-dcbsim-k6.12-iproute6.15", "dcb-nosupport-k6.12")
BACKENDS = ("dcb", "mlnx_qos", "sysfs", "auto")
MEMORY = {"size": 1 << 28, "use": "devdax"}  # a wish that the memory of a host may fulfil
ALL = [*SUBJECTS.values(), *LOOKS.values()]


def answers() -> list[str]:
    """Every text in the cases and every recorded answer, as something to start from."""
    cases = [yaml.safe_load(path.read_text()) for path in sorted(FOLDER.glob("*/*.yml"))]
    looks = [look for case in cases for look in (case.get("shown") or {}).values()]
    told = {look for look in looks if isinstance(look, str)} | {str(value) for look in looks for value in of(look)}
    return sorted(told | {path.read_text() for name in RECORDED for path in GUEST.glob(f"{name}/*.stdout")})


def of(look: Any) -> list[Any]:
    return [*look.get("files", {}).values(), look.get("text", "")] if isinstance(look, dict) else []


def cut(pair: tuple[str, int, int, str]) -> str:
    """A text with a part of it replaced."""
    text, start, length, new = pair
    start = start % (len(text) + 1)
    return text[:start] + new + text[start + length :]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
TEXTS = st.one_of(
    st.text(max_size=200),
    JSON.map(json.dumps),
    st.tuples(st.sampled_from(answers()), st.integers(0, 3000), st.integers(0, 40), st.text(max_size=12)).map(cut),
)


def wish(subject: Subject) -> Rows:
    """A row to look for, by the names that such rows have."""
    row = {
        "port": "rail0",
        "hca": "mlx5_0",
        "device": "0000:17:00.0",
        "path": "/etc/x",
        "name": "x.y",
        "unit": "disagg",
    }
    return rows_by(subject.KEY, [{field: row.get(field, "x") for field in subject.KEY}])


def seen(reads: Mapping[str, Read], texts: list[str], missing: bool) -> dict[str, Seen]:
    looks = {}
    for number, (label, read) in enumerate(reads.items()):
        text = texts[number % len(texts)]
        files = {read.glob.replace("*", "3"): text} if read.glob else {}
        looks[label] = Seen(missing=True, error="gone") if missing and number % 3 == 2 else Seen(text=text, files=files)
    return looks


def read(subject: Subject, options: dict[str, Any], texts: list[str], missing: bool) -> None:
    want = wish(subject)
    if isinstance(subject, Chooses):
        probes = subject.probes(want, options)
        options = {**options, **(subject.chosen(seen(probes, texts, missing), options) if probes else {})}
    looks = seen(subject.reads(want, options), texts, missing)
    have = subject.parse(looks, options)
    if isinstance(subject, Resolves):
        subject.resolved("merged", have, {name: {**row, **MEMORY} for name, row in want.items()}, looks, options)


@pytest.mark.parametrize("subject", ALL, ids=lambda subject: subject.NAME)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts=st.lists(TEXTS, min_size=1, max_size=3), backend=st.sampled_from(BACKENDS), missing=st.booleans())
def test_no_text_makes_a_reader_raise_anything_but_a_clean_error(
    subject: Subject, texts: list[str], backend: str, missing: bool
) -> None:
    options: dict[str, Any] = {"backend": backend, "iproute2": "6.15", "within": "10.64.0.0/24"}
    try:
        read(subject, options, texts, missing)
    except ValueError as error:
        assert str(error)
