# SPDX-License-Identifier: GPL-3.0-or-later
"""Each wrong cluster.yml beside the message it gets; UPDATE_GOLDEN=1 rewrites the messages, the diff is the review."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plugins.module_utils.edge.spec_file import read_spec

BAD = Path(__file__).parent / "bad"


def told(path: Path) -> str:
    with pytest.raises(ValueError) as error:
        read_spec(str(path))
    return str(error.value).replace(str(path), "cluster.yml") + "\n"


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yml")), ids=lambda path: path.stem)
def test_a_wrong_spec_is_refused_with_its_message(path):
    expected = path.with_suffix(".expected")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(told(path))
    assert told(path) == expected.read_text()


@pytest.mark.parametrize("path", sorted(BAD.glob("*.expected")), ids=lambda path: path.stem)
def test_each_message_says_where_what_is_allowed_and_what_to_do(path):
    for line in path.read_text().splitlines():
        place, _, rest = line.partition(" ")
        assert place.startswith("cluster.yml:")
        assert all(int(number) > 0 for number in place.removeprefix("cluster.yml:").split(":"))
        assert "; allowed: " in rest
        assert "; do: " in rest


def test_a_secret_in_the_wrong_place_is_not_repeated():
    assert "hunter2" not in (BAD / "credentials.expected").read_text()


def test_a_spec_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"nowhere\.yml: No such file or directory; allowed: a readable cluster\.yml"):
        read_spec(str(tmp_path / "nowhere.yml"))
