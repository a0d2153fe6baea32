# SPDX-License-Identifier: GPL-3.0-or-later
"""The image's name is the hash of what goes into it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab.image import recipe

LAB = Path(__file__).parents[3] / "lab"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of lab/ that a test may change."""
    return Path(shutil.copytree(LAB, tmp_path / "lab", symlinks=True, ignore=shutil.ignore_patterns("__pycache__")))


def test_the_same_content_has_the_same_name_wherever_it_lies(copy: Path) -> None:
    assert recipe.image_name(copy) == recipe.image_name(LAB)


@pytest.mark.parametrize(
    "name", ["standins/dcb/driver.c", "standins/dcb/port.h", "image/rootfs/etc/tmpfiles.d/lab.conf"]
)
def test_a_changed_stand_in_changes_the_image_but_not_its_debian(copy: Path, name: str) -> None:
    (copy / name).write_text((copy / name).read_text() + "\n")
    assert recipe.image_name(copy) != recipe.image_name(LAB)
    assert recipe.base_name(copy) == recipe.base_name(LAB)


def test_a_package_more_changes_debian_too(copy: Path) -> None:
    (copy / "image/packages.txt").write_text((copy / "image/packages.txt").read_text() + "hello\n")
    assert recipe.base_name(copy) != recipe.base_name(LAB)
    assert recipe.image_name(copy) != recipe.image_name(LAB)


def test_a_mode_or_a_link_changes_the_image(copy: Path) -> None:
    (copy / "standins/dcb/rootfs/usr/local/sbin/dcb").chmod(0o644)
    without_mode = recipe.image_name(copy)
    link = copy / "image/rootfs/etc/systemd/system/ndctl-monitor.service"
    link.unlink()
    link.symlink_to("/dev/zero")
    assert len({recipe.image_name(LAB), without_mode, recipe.image_name(copy)}) == 3


def test_what_python_leaves_beside_a_program_is_not_carried(copy: Path) -> None:
    cache = copy / "standins/ports/rootfs/usr/local/lib/lab/__pycache__"
    cache.mkdir()
    (cache / "ports.cpython-311.pyc").write_bytes(b"\xff")
    assert recipe.image_name(copy) == recipe.image_name(LAB)


def test_comments_name_no_package() -> None:
    assert all(" " not in package for package in recipe.packages(LAB / "image"))
    assert {"systemd", "iproute2", "rdma-core"} <= set(recipe.packages(LAB / "image"))
