# SPDX-License-Identifier: GPL-3.0-or-later
"""Headroom against what SONiC's own code computed, and against the tables SONiC ships."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugins.module_utils.plan.asics import KIB, PAUSE_QUANTA, SPECTRUM, Spectrum
from plugins.module_utils.plan.headroom import Headroom, spectrum, spectrum_why, wire_bound, xoff

DATA = Path(__file__).parents[4] / "shared/data/sonic"
OLD_PEER = Fraction(38, 10) * KIB  # what asic_table.j2 had before the pause quanta were counted

# The published tables that are this formula with other inputs (roce.md C2): chip, MTU, lossless MTU, small packets,
# and which rows. The chips of SN2201, SN4700 and SN5640 have the tables of these.
PUBLISHED = {
    "ACS-MSN2700": (Spectrum(cell=96, pipeline=19 * KIB, peer=OLD_PEER), 9100, 1024, 100, None),
    "ACS-MSN3700": (
        Spectrum(cell=144, pipeline=19 * KIB, peer=Fraction(3800), mac_phy=Fraction(KIB), whole_cells=False),
        *(9100, 1024, 100, None),
    ),
    "ACS-SN5600": (SPECTRUM[4], 9216, 1024, 100, None),
    # The inputs of SN5640's table, which is not among the data: here are the tables that share its rows.
    "Mellanox-SN5600-C256S1": (SPECTRUM[5], 9216, 4096, 50, lambda speed, cable: cable in (5, 40, 300)),
    "Mellanox-SN5600-C224O8": (SPECTRUM[5], 9216, 4096, 50, lambda speed, cable: cable in (5, 40)),
    "ACS-SN6600_LD": (Spectrum(cell=256, pipeline=42 * KIB), 9216, 4096, 50, lambda speed, cable: speed < 800_000),
}


def rows(name):
    if not (DATA / name).exists():
        pytest.skip(f"skipped: no data ../shared/data/sonic/{name}")
    with (DATA / name).open() as file:
        return [*csv.DictReader(file)]


def test_every_case_of_the_switchs_own_code_comes_out_equal():
    cases = rows("dynamic_headroom.csv")
    assert len(cases) == 208
    for case in cases:
        wanted = Headroom(*(int(case.pop(name)) for name in Headroom._fields))
        assert spectrum(**{name: int(value) if value else None for name, value in case.items()}) == wanted, case


@pytest.mark.parametrize("sku", PUBLISHED)
def test_the_published_tables_are_this_formula_with_other_inputs(sku):
    asic, mtu, lossless_mtu, small, chosen = PUBLISHED[sku]
    table = [row for row in rows("pg_profile_lookup.csv") if row["sku"] == sku]
    known = [(int(row["speed_mbps"]), int(row["cable_m"]), int(row["xoff"])) for row in table]
    checked = [row for row in known if not chosen or chosen(*row[:2])]
    assert len(checked) >= 11
    for speed, cable, wanted in checked:
        assert xoff(asic, speed, cable, mtu, small, lossless_mtu) == wanted, (speed, cable)


@pytest.mark.parametrize(
    ("case", "wanted"),
    [  # from the real Lua, roce.md C2
        ((1, 100_000, 40, 9100, 4, 100), (19456, 81920, 101376)),
        ((3, 400_000, 40, 9100, 8, 50), (38912, 112640, 160768)),
        ((4, 400_000, 40, 9216, 4, 100), (19456, 283648, 303104)),
        ((4, 800_000, 40, 9100, 8, 50), (38912, 152576, 200704)),
        ((5, 400_000, 30, 9100, 4, 50), (19456, 113664, 133120)),
        ((6, 800_000, 40, 9100, 4, 50), (43008, 168960, 211968)),
    ],
)
def test_the_oracles_of_the_reference_come_out_without_the_data(case, wanted):
    names = ("spectrum", "speed_mbps", "cable_m", "port_mtu", "lanes", "small_packet_percentage")
    assert spectrum(**dict(zip(names, case)), lossless_mtu=1024) == wanted


PORT = {
    "spectrum": st.sampled_from([*SPECTRUM]),
    "speed_mbps": st.sampled_from([*PAUSE_QUANTA]),
    "cable_m": st.integers(0, 100_000),
    "port_mtu": st.integers(1500, 9216),
    "lanes": st.sampled_from([1, 2, 4, 8]),
    "small_packet_percentage": st.integers(0, 100),
    "lossless_mtu": st.integers(64, 9216),
    "over_subscribe_ratio": st.sampled_from([None, 1, 2, 4]),
}


@given(port=st.fixed_dictionaries(PORT), grown=st.sampled_from(["speed_mbps", "cable_m", "port_mtu"]), data=st.data())
def test_headroom_never_falls_when_speed_length_or_mtu_grows(port, grown, data):
    more = {**port, grown: max(port[grown], data.draw(PORT[grown]))}
    before, after = spectrum(**port), spectrum(**more)
    assert after.xoff >= before.xoff
    assert after.size >= before.size


@given(port=st.fixed_dictionaries(PORT))
def test_headroom_is_never_below_what_the_wire_alone_needs(port):
    made = spectrum(**port)
    assert made.xoff >= wire_bound(port["speed_mbps"], port["cable_m"], port["port_mtu"])
    assert not port["over_subscribe_ratio"] or made.size == made.xon
    assert port["over_subscribe_ratio"] or made.size >= made.xon + made.xoff


def test_a_generation_or_speed_nobody_knows_is_refused():
    port = {"cable_m": 5, "port_mtu": 9000, "lanes": 4, "small_packet_percentage": 50, "lossless_mtu": 1024}
    with pytest.raises(ValueError, match="spectrum: 7 found; allowed: 1 to 6"):
        spectrum(spectrum=7, speed_mbps=400_000, **port)
    with pytest.raises(ValueError, match=r"speed_mbps: 1600000 found; allowed: 10000, .*800000"):
        spectrum(spectrum=4, speed_mbps=1_600_000, **port)


def test_a_headroom_says_why():
    told = spectrum_why(4, 400_000, 40, 9100, 50, 1024).told()
    assert "on the cable = 20202" in told
    assert "buffer_headroom_mellanox.lua" in told
