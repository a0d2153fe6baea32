# SPDX-License-Identifier: GPL-3.0-or-later
"""Decisions of the set-up: pins, versions of Terraform, container settings."""

from __future__ import annotations

import resource

import pytest
import tomllib

from lab import container_engine, debian, pins, terraform_binary

PYPROJECT = """
[project]
dependencies = ["a==1"]
[project.optional-dependencies]
test = ["b==2"]
terraform = ["c==3"]
"""


def test_pins_are_the_projects_and_those_of_the_sets_that_are_named() -> None:
    assert pins.pins(PYPROJECT, []) == ["a==1"]
    assert pins.pins(PYPROJECT, ["test", "terraform"]) == ["a==1", "b==2", "c==3"]


@pytest.mark.parametrize(
    ("version", "works"),
    [("1.6.0", True), ("1.11.4", True), ("1.10.0-beta1", True), ("2.0.0", True), ("1.5.7", False), ("", False)],
)
def test_terraform_before_1_6_is_too_old(version: str, works: bool) -> None:
    assert terraform_binary.new_enough(version) is works


def test_a_program_that_is_no_terraform_has_no_version() -> None:
    assert terraform_binary.version("/bin/true") == ""
    assert terraform_binary.version("/nonexistent") == ""


def test_limits_stay_within_the_hosts() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert container_engine.limit(resource.RLIMIT_NOFILE, 64) == 64
    if hard != resource.RLIM_INFINITY:
        assert container_engine.limit(resource.RLIMIT_NOFILE, hard + 1) == hard


def test_settings_are_a_containers_conf() -> None:
    conf = tomllib.loads(container_engine.Settings("runc", "cgroupfs", 100, 200).toml())
    assert conf["containers"]["default_ulimits"] == ["nofile=100:100", "nproc=200:200"]
    assert conf["engine"] == {"runtime": "runc", "cgroup_manager": "cgroupfs", "events_logger": "file"}


def test_another_mirror_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_MIRROR", "http://mirror/debian")
    assert debian.mirrors() == ("http://mirror/debian", "")
