# SPDX-License-Identifier: GPL-3.0-or-later
"""The image's dcb is iproute2's own; its port answers as a NIC with a dcbnl driver was recorded to answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import Answer, Node

RECORDED = Path(__file__).parents[1] / "recorded/dcb"
WITH_DRIVER = sorted(RECORDED.glob("driver/*.cmd"))
WITHOUT = sorted(RECORDED.glob("no-driver/*.cmd"))
# Ports of the recorded guest that had no driver, and what stands for them in the container.
STANDS_FOR = {"enp0s3": "mgmt0", "dum0": "mgmt0", "v0": "mgmt0"}


def recorded(command: Path) -> Answer:
    """What was recorded; iproute2 6.15 ends an app entry in JSON with a blank name, 6.1 does not."""
    parts = [command.with_suffix(suffix) for suffix in (".stdout", ".stderr", ".rc")]
    stdout, stderr, rc = (path.read_text() if path.exists() else "" for path in parts)
    return Answer(stdout.replace('," "]', "]"), stderr, int(rc or 0))


def replace_words(text: str, names: dict[str, str]) -> str:
    """The text with whole words replaced."""
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), text)


@pytest.mark.parametrize("command", WITH_DRIVER, ids=lambda path: path.stem)
def test_a_fabric_port_answers_as_recorded(node: Node, command: Path) -> None:
    names = {"enp0s3": "rail0"}
    want = recorded(command)
    found = node.sh(replace_words(command.read_text(), names))
    assert found == Answer(replace_words(want.stdout, names), want.stderr, want.rc)


@pytest.mark.parametrize("command", WITHOUT, ids=lambda path: path.stem)
def test_a_port_without_a_driver_answers_as_recorded(node: Node, command: Path) -> None:
    found = node.sh(replace_words(command.read_text(), STANDS_FOR))
    assert found == recorded(command)


def test_the_program_is_the_real_one(node: Node) -> None:
    assert node.sh("dcb -V").stdout == "dcb utility, iproute2-6.1.0\n"
    assert "apptrust" in node.sh("dcb apptrust show dev rail0").stderr  # unknown to 6.1


def test_a_port_keeps_its_own_state(node: Node) -> None:
    node.sh("dcb app add dev rail1 dscp-prio 10:1")
    assert "[10,1]" in node.sh("dcb -j app show dev rail1").stdout
    assert "[10,1]" not in node.sh("dcb -j app show dev rail0").stdout


def test_entries_added_at_once_are_all_kept(node: Node) -> None:
    node.sh("dcb app flush dev rail1; for d in $(seq 0 31); do dcb app add dev rail1 dscp-prio $d:2 & done; wait")
    assert node.sh("dcb -N app show dev rail1").stdout.count(":2") == 32


def test_an_entry_that_is_not_there_cannot_be_deleted(node: Node) -> None:
    node.sh("dcb app flush dev rail1")
    found = node.sh("dcb app del dev rail1 dscp-prio 26:3")
    assert found == Answer("", "Attribute write: No such file or directory\n", 1)


def test_buffers_larger_than_the_memory_are_refused(node: Node) -> None:
    found = node.sh("dcb buffer set dev rail1 buffer-size all:100K")
    assert found == Answer("", "Attribute write: Invalid argument\n", 1)


def test_a_user_may_look_but_not_set(node: Node) -> None:
    node.sh("dcb pfc show dev rail1")
    found = node.sh("setpriv --reuid nobody --clear-groups dcb pfc set dev rail1 prio-pfc all:off")
    assert found.stderr.endswith("Operation not permitted\n") or "Permission denied" in found.stderr


def test_a_restart_forgets_everything(node: Node) -> None:
    node.sh("ethtool -A rail0 rx off tx off; dcb pfc set dev rail0 prio-pfc 3:on; dcb app add dev rail0 dscp-prio 26:3")
    assert '"prio_pfc":[false,false,false,true' in node.sh("dcb -j pfc show dev rail0").stdout
    node.restart()
    assert "true" not in node.sh("dcb -j pfc show dev rail0").stdout.split("prio_pfc")[1]
    assert node.sh("dcb -j app show dev rail0").stdout == "{}\n"
    assert node.sh("ethtool -a rail0").stdout.count("on\n") == 2
