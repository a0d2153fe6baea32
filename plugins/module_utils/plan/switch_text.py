# SPDX-License-Identifier: GPL-3.0-or-later
"""Configuration as text, for switches on which a person enters it: sections with their lines, and what to look at."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Row, Subject

NAME = "disagg"  # begins the name of everything that is ours on such a switch


def section(head: str, lines: Iterable[str]) -> Row:
    """One section; ``head`` is empty for lines that belong to none, and ``lines`` keep their indentation below it."""
    return {"section": head, "lines": [*lines]}


def look(command: str, *expect: str) -> Row:
    """A command to enter afterwards and what its output must then contain."""
    return {"command": command, "expect": [*expect]}


def handed_over(os: str, sections: Iterable[Row], looks: Iterable[Row]) -> dict[str, Subject]:
    """The one subject of such a switch."""
    return {"switch_text": {"os": os, "config": [*sections], "looks": [*looks]}}
