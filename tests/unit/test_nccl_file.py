# SPDX-License-Identifier: GPL-3.0-or-later
"""What NCCL cuts is refused, and seen where it stands already."""

from __future__ import annotations

import pytest

from plugins.module_utils.devices import nccl
from plugins.module_utils.subject import Seen

LONG = "m" * 1024


def test_a_value_that_nccl_would_cut_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"config\[NCCL_IB_HCA\].value: 1024 characters; allowed: 1023, NCCL cuts the rest"
    ):
        nccl.check("NCCL_IB_HCA", {"value": LONG})


def test_a_value_that_nccl_cuts_is_read_as_nccl_has_it() -> None:
    rows = nccl.parse({"nccl": Seen(text=f"NCCL_IB_HCA={LONG}\n")}, {})
    assert rows == {"NCCL_IB_HCA": {"value": LONG[:1023], "odd": "too long, NCCL cuts it"}}
