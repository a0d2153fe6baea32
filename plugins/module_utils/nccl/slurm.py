# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm's part of a job script: the #SBATCH lines and what --export hands on.

Source: sbatch(1), srun(1) --export; Slurm src/common/env.c splits the list at commas outside of quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .conf import VARIABLE
from .finding import Finding, Setting, finding
from .words import Word, commands

DIRECTIVE = re.compile(r"#SBATCH\s+(?P<options>.*)")
PART = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,'"]|['"])+""")


@dataclass(frozen=True)
class Export:
    """What an --export hands on: ``all`` that there is, what it sets, and what it only names."""

    everything: bool
    settings: tuple[Setting, ...]
    names: tuple[str, ...]
    findings: tuple[Finding, ...]


def export(place: str, word: Word, value: str) -> Export:
    """The meaning of the value of an --export option."""
    everything, settings, names, findings = False, [], [], []
    for part in PART.findall(value):
        name, equals, text = part.partition("=")
        if part == "ALL":
            everything = True
        elif equals:
            settings.append(Setting(place, word.line, name, text.strip("'\""), word.computed))
        elif part not in ("NONE", "NIL"):
            names.append(part)
            findings += _cut_off(part, settings)
    return Export(everything, tuple(settings), tuple(names), tuple(findings))


def _cut_off(part: str, settings: list[Setting]) -> list[Finding]:
    """A name behind a setting whose value is a list is the rest of that list."""
    listed = bool(settings) and settings[-1].name in ("NCCL_IB_HCA", "NCCL_SOCKET_IFNAME", "NCCL_DEBUG_SUBSYS")
    if not listed and VARIABLE.fullmatch(part):
        return []
    last = settings[-1] if settings else None
    if last is None or not last.name.startswith("NCCL_"):
        return []
    return [finding("comma-in-export", last, "the value in single quotes inside double ones", f"{part} is cut off")]


def options(words: list[Word]) -> Iterator[tuple[Word, str]]:
    """The --export options among words, each with its value."""
    for index, word in enumerate(words):
        if word.text.startswith("--export="):
            yield word, word.text.partition("=")[2]
        elif word.text == "--export" and index + 1 < len(words):
            yield words[index + 1], words[index + 1].text


def directives(text: str, place: str) -> Iterator[tuple[Setting, Export, Finding | None]]:
    """The --export options of #SBATCH lines; a finding where Slurm does not read the line."""
    read = True
    for number, line in enumerate(text.split("\n"), start=1):
        found = DIRECTIVE.match(line)
        for words in commands(found["options"]) if found else ():
            for word, value in options([replace(each, line=number) for each in words]):
                option = Setting(place, number, "--export", value)
                late = None if read else finding("too-late", option, "before the first command")
                yield option, export(place, word, value), late
        read = read and (not line.strip() or line.lstrip().startswith("#"))
