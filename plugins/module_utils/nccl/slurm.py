# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm's part of a job script: the #SBATCH lines and what --export hands on.

Source: sbatch(1), srun(1); Slurm's find_quote_token splits the list of --export at commas outside of quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .finding import Finding, Setting, finding
from .words import Word, commands

DIRECTIVE = re.compile(r"#SBATCH\s+(?P<options>.*)")
QUOTES = "'\""
TOKEN = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,'"]|['"])+""")


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
    for token in TOKEN.findall(value):
        part = _unquoted(token)
        name, equals, text = part.partition("=")
        if part.upper() == "ALL":
            everything = True
        elif equals:
            settings.append(Setting(place, word.line, name, text, word.computed))
            findings += _still_quoted(settings[-1])
        elif part.upper() not in ("NONE", "NIL"):
            names.append(part)
            findings += _cut_off(part, settings)
    return Export(everything, tuple(settings), tuple(names), tuple(findings))


def _unquoted(token: str) -> str:
    """Slurm takes quotes off where they stand around a whole entry, and only there."""
    whole = len(token) > 1 and token[0] in QUOTES and token[-1] == token[0]
    return token[1:-1] if whole else token


def _still_quoted(setting: Setting) -> list[Finding]:
    value = setting.value
    quoted = len(value) > 1 and value[0] in QUOTES and value[-1] == value[0]
    allowed = f"'{setting.name}={value[1:-1]}', with the name inside the quotes"
    return [finding("quotes-in-export", setting, allowed)] if quoted else []


def _cut_off(part: str, settings: list[Setting]) -> list[Finding]:
    """What follows a list of devices and is no variable's name is the rest of that list."""
    last = settings[-1] if settings else None
    if last is None or not last.name.startswith("NCCL_") or part.isupper() or not part:
        return []
    allowed = f"'{last.name}={last.value},{part}', in quotes that reach Slurm"
    return [finding("comma-in-export", last, allowed, f"{part} is cut off")]


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
            for word, value in options([replace(each, line=number, computed=False) for each in words]):
                option = Setting(place, number, "--export", value)
                late = None if read else finding("too-late", option, "before the first command")
                yield option, export(place, word, value), late
        read = read and (not line.strip() or line.lstrip().startswith("#"))
