# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that a person takes to a switch: what to enter, how to take it back, and what to look at. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

INDENT = {"eos": "   ", "nxos": "  "}
WORDS = {"eos": "Arista EOS", "nxos": "Cisco NX-OS"}
BEFORE = {"eos": ["configure session disagg"], "nxos": ["checkpoint disagg", "configure terminal"]}
AFTER = {
    "eos": [
        "commit timer 00:05:00",
        "! look as told below; then, within five minutes:",
        "configure session disagg commit",
    ],
    "nxos": ["end"],
}
KEEP = {"eos": ["write memory"], "nxos": ["copy running-config startup-config", "no checkpoint disagg"]}
BACK = {
    "eos": "wait until the five minutes are over, or: configure session disagg abort",
    "nxos": "rollback running-config checkpoint disagg",
}


def config_text(rows: Iterable[Mapping[str, Any]], os: str) -> str:
    """The sections of a plan as the switch writes them."""
    return "\n".join(line for row in rows for line in _section(row, INDENT[os])) + "\n"


def _section(row: Mapping[str, Any], indent: str) -> list[str]:
    if not row["section"]:
        return [*row["lines"]]
    return [row["section"], *(f"{indent}{line}" for line in row["lines"])]


def page(switch: str, os: str, lines: list[str], looks: Iterable[Mapping[str, Any]], compared: bool) -> str:
    """The whole page; ``lines`` are what is to be entered, ``compared`` says that it is only what was missing."""
    what = "what its running configuration lacks" if compared else "all of its plan"
    head = [f"! {switch}, {WORDS[os]}: {what}. Written by disagg.cluster.switch_text."]
    if not lines:
        return "\n".join([*head, "! Nothing is to be entered.", *_looks(looks)]) + "\n"
    parts = [*head, "", "! 1. Enter", *BEFORE[os], *lines, *AFTER[os], *_looks(looks)]
    return "\n".join([*parts, "", "! 3. Keep it", *KEEP[os], "", f"! or take it back: {BACK[os]}"]) + "\n"


def _looks(looks: Iterable[Mapping[str, Any]]) -> list[str]:
    told = ["", "! 2. Look: the output of each must hold what stands below it"]
    for look in looks:
        told += [look["command"], *(f"!   {word}" for word in look["expect"])]
    return told
