# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of variables against what was found in the libraries of NCCL's releases."""

from __future__ import annotations

import pytest

from plugins.module_utils.nccl.release import NEWEST, release, release_or_newest, told
from plugins.module_utils.nccl.releases import FIRST_FOUND
from plugins.module_utils.nccl.variables import DEBUG, FABRIC, GONE, SITE, VARIABLES

OLDEST_LOOKED_AT = (2, 16, 5)
# NVIDIA's guide names an earlier release; a library built by another compiler may hold the name in a longer string.
BY_THE_GUIDE = {"NCCL_NET_PLUGIN", "NCCL_TUNER_PLUGIN", "NCCL_PROFILER_PLUGIN", "NCCL_NTHREADS"}


@pytest.mark.parametrize("name", [one.name for one in (*FABRIC, *SITE, *DEBUG)])
def test_a_variable_is_in_the_library_of_the_series_the_table_says(name):
    since, found = VARIABLES[name].since, FIRST_FOUND[name]
    assert found <= NEWEST
    assert since[:2] <= found[:2]
    if name not in BY_THE_GUIDE and since > OLDEST_LOOKED_AT:
        assert found[:2] == since[:2]


@pytest.mark.parametrize("variable", GONE, ids=lambda one: one.name)
def test_what_is_gone_is_in_no_library_that_was_looked_at(variable):
    assert variable.name not in FIRST_FOUND
    assert variable.until is not None and variable.instead
    assert not variable.known_to(NEWEST)


@pytest.mark.parametrize("variable", VARIABLES.values(), ids=lambda one: one.name)
def test_each_variable_says_what_it_allows(variable):
    assert variable.kind.allowed and variable.meaning
    if variable.default.lstrip("-").isdigit():
        assert variable.kind.wrong(variable.default) == ""


@pytest.mark.parametrize(
    ("text", "meant"), [("2.27", (2, 27, 0)), ("2.30.7", (2, 30, 7)), (None, NEWEST), ("2.9", (2, 9, 0))]
)
def test_a_release_reads_as(text, meant):
    assert release_or_newest(text) == meant


@pytest.mark.parametrize("text", ["2", "2.x", "v2.27", "3.1", "2.27.5.1", "2.27 "])
def test_what_is_no_release_is_refused(text):
    with pytest.raises(ValueError, match=r"allowed: a release of NCCL such as 2\.27 or"):
        release(text)


def test_a_release_is_told_as_it_is_written():
    assert (told((2, 27, 0)), told((2, 30, 7))) == ("2.27", "2.30.7")
