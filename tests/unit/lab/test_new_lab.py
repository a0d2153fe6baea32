# SPDX-License-Identifier: GPL-3.0-or-later
"""A second lab differs from the first in its name and its management subnet, and in nothing else."""

from __future__ import annotations

import difflib
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from lab import new_lab

MODEL = (Path(__file__).parents[3] / "inventories/lab/cluster.yml").read_text()
POOL = IPv4Network("10.89.0.0/22")


def test_the_first_subnet_that_nothing_touches_is_taken() -> None:
    taken = [IPv4Network("10.89.0.0/24"), IPv4Network("10.89.1.64/30")]
    assert new_lab.free(POOL, taken) == IPv4Network("10.89.2.0/24")


def test_a_full_pool_says_what_to_do() -> None:
    with pytest.raises(new_lab.Refused, match=r"no /24 of 10\.89\.0\.0/22 is free; run 'make lab-down'"):
        new_lab.free(POOL, [IPv4Network("10.0.0.0/8")])


def test_only_name_and_management_subnet_differ() -> None:
    made = new_lab.spec(MODEL, "lab-two", IPv4Network("10.89.41.0/24"))
    changed = [line for line in difflib.ndiff(MODEL.splitlines(), made.splitlines()) if line[0] in "+-"]
    assert changed == ["- name: lab", "+ name: lab-two", "-   subnet: 10.89.40.0/24", "+   subnet: 10.89.41.0/24"]


@pytest.mark.parametrize("name", ["Lab", "2nd", "", "a" * 21, "../lab", "lab_two"])
def test_a_name_that_no_container_could_have_is_refused(name: str) -> None:
    with pytest.raises(new_lab.Refused, match=r"a lab's name is letters a-z, digits and -"):
        new_lab.make(name)


def test_of_the_model_lab_only_what_runs_made_is_removed(tmp_path: Path) -> None:
    for name in ("plan/leaf-1.yml", ".ssh/id_ed25519", "terraform.tfstate", "report/report.html", "cluster.yml"):
        path = tmp_path / "lab" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    new_lab.remove("lab", tmp_path)
    assert sorted(path.name for path in (tmp_path / "lab").iterdir()) == ["cluster.yml", "report"]
