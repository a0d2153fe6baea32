# SPDX-License-Identifier: GPL-3.0-or-later
"""Headroom of Broadcom switches against the tables SONiC ships for them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.plan.headroom import wire_bound
from plugins.module_utils.plan.headroom_broadcom import MEMORIES, broadcom, broadcom_why

DATA = Path(__file__).parents[4] / "shared/data/sonic/pg_profile_lookup.csv"
TABLES = {
    "DellEMC-Z9664f-O64": "tomahawk4",
    "Dell-Z9864f-O64": "tomahawk5",
    "M2-W6940-128QC": "tomahawk5",
    "Arista-7060X6-16PE-384C-O128S2": "tomahawk5",
    "Arista-7060X6-16PE-384C-B-O128S2": "tomahawk5",
    "Arista-7060X6-64PE-B-O128": "tomahawk5",
    "Arista-7060X6-64PE-B-P32O64": "tomahawk5",
    "Arista-7060X6-64PE-B-P32V128": "tomahawk5",
    "Arista-7060X6-64PE-B-P64": "tomahawk5",
    "NH-4210-F-O256": "nh-4210",
}
FITTED = ("DellEMC-Z9664f-O64", "Dell-Z9864f-O64", "NH-4210-F-O256")
REFERENCE = [  # roce.md C4: rows of tables that are not among the data
    ("tomahawk3", 400_000, 40, 201_930),
    ("tomahawk3", 400_000, 300, 373_888),
    ("tomahawk3", 400_000, 1000, 836_676),
    ("tomahawk3", 400_000, 2000, 1_498_092),
    ("tomahawk4", 100_000, 40, 177_632),
    ("tomahawk4", 100_000, 300, 268_736),
]


def published():
    if not DATA.exists():
        pytest.skip("skipped: no data ../shared/data/sonic/pg_profile_lookup.csv")
    with DATA.open() as file:
        found = [row for row in csv.DictReader(file) if row["sku"] in TABLES]
    names = ("speed_mbps", "cable_m", "xoff")
    return [(row["sku"], *(int(row[name]) for name in names)) for row in found]


def own(rows):
    """The rows whose number is not that of a faster or longer port, repeated."""
    return [row for row in rows if not any(_repeats(row, other) for other in rows)]


def _repeats(row, other):
    same = other != row and (other[0], other[3]) == (row[0], row[3])
    return same and other[1] >= row[1] and other[2] >= row[2]


def made(generation, speed, cable, mtu=9216):
    return broadcom(generation=generation, speed_mbps=speed, cable_m=cable, port_mtu=mtu)


def test_no_headroom_is_below_a_published_one():
    rows = own(published())
    assert len(rows) > 60
    for sku, speed, cable, xoff in rows:
        got = made(TABLES[sku], speed, cable)
        assert xoff <= got.xoff, (sku, speed, cable)
        if sku in FITTED:  # rows lie to both sides of the fit, and each is in whole cells
            assert got.xoff <= xoff + 2 * got.uncertainty + MEMORIES[TABLES[sku]].cell, (sku, speed, cable)


@pytest.mark.parametrize(("generation", "speed", "cable", "xoff"), REFERENCE)
def test_no_headroom_is_below_the_tables_of_the_reference(generation, speed, cable, xoff):
    assert made(generation, speed, cable).xoff >= xoff


@pytest.mark.parametrize(
    ("generation", "speed", "per_metre"),
    [("tomahawk4", 400_000, 1512), ("nh-4210", 800_000, 5000), ("tomahawk3", 400_000, 661)],
)
def test_each_metre_costs_what_the_tables_say(generation, speed, per_metre):
    """roce.md C4: cell / packet of the round trip."""
    longer, shorter = made(generation, speed, 2000).xoff, made(generation, speed, 1000).xoff
    assert (longer - shorter) / 1000 == pytest.approx(per_metre, abs=0.6)


@given(
    generation=st.sampled_from([*MEMORIES]),
    speed=st.sampled_from([(25_000, 100_000), (100_000, 100_000), (100_000, 200_000), (200_000, 400_000)]),
    cable=st.integers(0, 100_000),
    more=st.integers(0, 1000),
    mtu=st.integers(1500, 9216),
)
def test_headroom_never_falls_when_speed_or_length_grows_and_holds_the_wire(generation, speed, cable, more, mtu):
    before, after = made(generation, speed[0], cable, mtu), made(generation, speed[1], cable + more, 9216)
    assert after.xoff >= before.xoff >= wire_bound(speed[0], cable, mtu)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (("tomahawk9", 400_000, 5, 9000), "generation: tomahawk9 found; allowed: tomahawk3, "),
        (("tomahawk4", 800_000, 5, 9000), "speed_mbps: 800000 found; allowed: up to 400000"),
        (("tomahawk4", 400_000, 5, 9217), "port_mtu: 9217 found; allowed: up to 9216"),
    ],
)
def test_what_no_table_covers_is_refused(case, said):
    with pytest.raises(ValueError, match=said):
        made(*case)


def test_a_headroom_says_why():
    assert "error of the fit = 11100" in broadcom_why("tomahawk4", 400_000, 40).told()
