# SPDX-License-Identifier: GPL-3.0-or-later
"""From wishes and a host to regions, by cases: cases/<host>.yml has a host and what becomes of wishes on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from plugins.module_utils.cxl.resolve import Planned, resolve
from plugins.module_utils.cxl.topology import Topology
from plugins.module_utils.cxl.wish import STEP, WAYS, Refused, Wish, read
from tests.unit.cxl.hosts import MIB, host

FILES = sorted((Path(__file__).parent / "cases").glob("*.yml"))
HOSTS = {path.stem: yaml.safe_load(path.read_text()) for path in FILES}
CASES = [(name, case) for name, told in HOSTS.items() for case in told["cases"]]


def shown(region: Planned) -> dict[str, Any]:
    fields = {"decoder": region.decoder, "members": [*region.members], "size": region.size // MIB}
    return {**fields, "granularity": region.granularity}


def wishes(told: dict[str, Any]) -> list[Wish]:
    return [read(name, {**row, "size": row["size"] * MIB}) for name, row in told.items()]


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}: {case['case']}" for name, case in CASES])
def test_a_wish_becomes_the_regions_that_the_host_allows(name: str, case: dict[str, Any]) -> None:
    topology = host(HOSTS[name])
    if "refused" in case:
        with pytest.raises(Refused) as refusal:
            resolve(topology, wishes(case["wish"]))
        assert str(refusal.value) == case["refused"]
        return
    made = resolve(topology, wishes(case["wish"]))
    assert {region: shown(one) for region, one in made.items()} == case["regions"]
    assert all(one.why for one in made.values())


@settings(max_examples=200, deadline=None)
@given(
    name=st.sampled_from([*HOSTS]),
    size=st.integers(1, 64),
    first=st.sampled_from(["latency", "bandwidth"]),
    ways=st.sampled_from([None, *WAYS]),
)
def test_whatever_is_wished_the_kernels_rules_hold(name: str, size: int, first: str, ways: int | None) -> None:
    topology = host(HOSTS[name])
    wish = {"size": size * STEP * (ways or 1), "first": first, "ways": ways}
    try:
        made = resolve(topology, [read("memory", wish)])
    except Refused:
        return
    assert sum(one.size for one in made.values()) == wish["size"]
    _hold(topology, [*made.values()])


def _hold(topology: Topology, made: list[Planned]) -> None:
    members = [member for one in made for member in one.members]
    assert len(members) == len({*members})
    decoders = {decoder.name: decoder for decoder in topology.decoders}
    for one in made:
        decoder = decoders[one.decoder]
        devices = [topology.device(member) for member in one.members]
        assert one.ways in WAYS and one.ways % decoder.ways == 0
        assert one.size % (STEP * one.ways) == 0 and one.size % topology.block == 0
        assert decoder.ways == 1 or one.granularity == decoder.granularity
        for position, device in enumerate(devices):
            assert device is not None and device.size >= one.size // one.ways
            assert device.bridge == decoder.targets[position % decoder.ways]
