# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest

from plugins.module_utils.edge.yaml_position import locate, twice

TEXT = """\
version: 1
fabric:
  leaf: {count: 2, ports: 6}
profiles:
  a.b: {ports: [rail0, rail1]}
  a: {gpus: 1}
nodes:
  - {name: compute}
  - name: memory
    count: 1
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("version", (1, 1)),
        ("fabric.leaf.ports", (3, 20)),
        ("profiles.a.b.ports[1]", (5, 24)),
        ("profiles.a.gpus", (6, 7)),
        ("nodes[1]", (9, 5)),
        ("nodes[1].count", (10, 5)),
    ],
)
def test_a_path_is_found(path, place):
    assert locate(TEXT, path) == place


@pytest.mark.parametrize(
    ("path", "place"),
    [("fabric.mtu", (2, 1)), ("nodes[0].role", (8, 5)), ("nodes[7].name", (7, 1)), ("", (1, 1)), ("x", (1, 1))],
)
def test_what_is_missing_is_found_where_it_belongs(path, place):
    assert locate(TEXT, path) == place


def test_an_empty_text_has_a_place_too():
    assert locate("", "version") == (1, 1)


def test_keys_written_twice_are_found_at_any_depth():
    text = "a: 1\nb:\n  - {c: 1, c: 2}\na: 2\n"
    assert sorted(twice(text)) == [("a", 1, 4, 1), ("b[0].c", 3, 3, 12)]
    assert twice("a: {b: 1}\nc: {b: 1}\n") == []
