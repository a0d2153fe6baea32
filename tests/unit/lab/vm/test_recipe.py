# SPDX-License-Identifier: GPL-3.0-or-later
"""A guest's caches are named by all that goes into them, and hold nothing of one machine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab.vm import recipe

LAB = Path(__file__).parents[4] / "lab"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of lab/ that a test may change."""
    return Path(shutil.copytree(LAB, tmp_path / "lab", symlinks=True, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.mark.parametrize(
    "name",
    ["standins/dcb/driver.c", "vm/dcbsim/glue.c", "vm/init", "vm/rootfs/usr/local/lib/lab/hardware", "vm/build.py"],
)
def test_a_changed_file_changes_the_image_but_takes_no_package_again(copy: Path, name: str) -> None:
    (copy / name).write_text((copy / name).read_text() + "\n")
    assert recipe.image_folder(copy) != recipe.image_folder(LAB)
    assert recipe.trees(copy) == recipe.trees(LAB)


def test_a_package_more_changes_the_root_alone(copy: Path) -> None:
    (copy / "vm/packages.txt").write_text((copy / "vm/packages.txt").read_text() + "hello\n")
    (root, *others), (root_before, *others_before) = recipe.trees(copy), recipe.trees(LAB)
    assert root.folder != root_before.folder
    assert others == others_before
    assert recipe.image_folder(copy) != recipe.image_folder(LAB)


def test_security_updates_are_taken_where_the_machine_has_them() -> None:
    assert len(recipe.sources("http://mirror", "http://security")) == len(recipe.sources("http://mirror", "")) + 1
