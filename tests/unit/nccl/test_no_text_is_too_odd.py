# SPDX-License-Identifier: GPL-3.0-or-later
"""No text makes the linter do anything but find; and numbers are read as the C library reads them."""

from __future__ import annotations

import ctypes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugins.module_utils.nccl.conf import lines, variables
from plugins.module_utils.nccl.facts import Facts, facts_of_plan
from plugins.module_utils.nccl.finding import Finding
from plugins.module_utils.nccl.lint import LEVELS, lint_conf, lint_environment, lint_script
from plugins.module_utils.nccl.values import as_nccl_reads
from plugins.module_utils.nccl.variables import VARIABLES
from tests.golden.clusters import plans_of

PIECES = [
    *(
        "export ",
        "env ",
        "srun ",
        "--export=",
        "#SBATCH ",
        "ALL,",
        "NONE",
        "mpirun -x ",
        "unset ",
        "set -a",
        "declare -x ",
    ),
    *(
        "=",
        "==",
        "=^",
        ",",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\0",
        "#",
        "'",
        '"',
        "\\",
        "`",
        "$",
        "$(",
        "${",
        "$'",
        ")",
        "}",
        ";",
    ),
    *(
        "&",
        "&&",
        ">",
        "<<EOF",
        "<<<",
        "EOF",
        "mlx5_1",
        "mlx5_10:1:0",
        "106",
        "-1",
        "0x",
        "09",
        "9" * 30,
        "10.0.0.0/8",
        "\udcff",
    ),
    *VARIABLES,
]
TEXT = st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join))
FACTS = [
    Facts(),
    Facts(version=(2, 20, 5), fabric="infiniband", hcas=("mlx5_1",), ports=("eth0",), gids={"mlx5_1": 3}),
    facts_of_plan(plans_of("lab")["compute-1"].document(), hcas=("mlx5_0", "mlx5_1", "mlx5_10")),
    facts_of_plan(plans_of("infiniband-128")["compute-1"].document(), version=(2, 27, 0)),
]


@pytest.mark.parametrize("lint", [lint_conf, lint_environment, lint_script])
@settings(max_examples=300, deadline=None)
@given(text=TEXT, facts=st.sampled_from(FACTS))
def test_any_text_gives_findings_that_can_be_told(lint, text, facts):
    for found in lint(text, facts):
        assert isinstance(found, Finding)
        assert found.level in LEVELS
        assert 0 <= found.line <= text.count("\n") + text.count("\0") + 1
        assert found.told().isprintable()
        assert found.allowed


@settings(max_examples=300, deadline=None)
@given(text=TEXT)
def test_what_nccl_sets_has_a_line_each_and_no_name_twice(text):
    counting = [line for line in lines(text) if line.counts]
    assert [line.name for line in counting] == [*variables(text)]
    assert all("=" not in line.name and "\n" not in line.value for line in counting)


@settings(max_examples=500)
@given(text=st.text(alphabet="0123456789abcxXfF+- \t", max_size=24))
def test_a_number_is_read_as_strtoll_reads_it(text):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.strtoll.restype = ctypes.c_longlong
    ctypes.set_errno(0)
    number = libc.strtoll(text.encode(), None, 0)
    wanted = None if ctypes.get_errno() or not text else number
    assert as_nccl_reads(text) == wanted
