# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans as files, one for each host: one row a line, so that a difference reads well. On the controller only."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

try:
    import yaml
except ImportError:  # targets have no PyYAML and never come here
    yaml = None  # type: ignore[assignment]

HEAD = "# Written by disagg.cluster.cluster_plan from cluster.yml and the nodes; review it, edit those.\n"


def plan_text(document: dict[str, Any]) -> str:
    """The text of a plan's file: the same for the same plan."""
    dumper = _dumper()
    node = dumper(io.StringIO(), sort_keys=False).represent_data(document)
    _rows_on_one_line(node)
    return HEAD + str(yaml.serialize(node, Dumper=dumper, width=10**6))


def written_plans(folder: str) -> dict[str, str]:
    """The text of each plan in a folder, by host; files that are not plans of ours are left out."""
    texts = {path.stem: path.read_text() for path in sorted(Path(folder).glob("*.yml"))}
    return {host: text for host, text in texts.items() if text.startswith(HEAD)}


def write_plan(folder: str, host: str, text: str) -> None:
    """Put a plan in its file, whole or not at all."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = Path(folder) / f"{host}.yml"
    started = path.with_name(f".{path.name}.{os.getpid()}")
    started.write_text(text)
    started.replace(path)


def remove_plan(folder: str, host: str) -> None:
    """Take away the plan of a host that is no more."""
    (Path(folder) / f"{host}.yml").unlink(missing_ok=True)


def _rows_on_one_line(node: Any, row: bool = False) -> None:
    """An entry of a list takes one line, unless it holds text of several; what is empty takes no line of its own."""
    if isinstance(node, yaml.ScalarNode):
        return
    children = [child for pair in node.value for child in (pair if isinstance(pair, tuple) else (pair,))]
    node.flow_style = (row and not _has_block(node)) or not children
    for child in children:
        _rows_on_one_line(child, row or isinstance(node, yaml.SequenceNode))


def _has_block(node: Any) -> bool:
    if isinstance(node, yaml.ScalarNode):
        return bool(node.style == "|")
    return any(_has_block(child) for pair in node.value for child in (pair if isinstance(pair, tuple) else (pair,)))


def _dumper() -> type[yaml.SafeDumper]:
    """A dumper that writes text of several lines as a block."""

    # libyaml writes the same text in half the time
    base: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

    class Dumper(base):  # type: ignore[misc]
        def ignore_aliases(self, data: Any) -> bool:
            return True

    def text(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", data, style="|" if "\n" in data else None)

    Dumper.add_representer(str, text)
    return Dumper
