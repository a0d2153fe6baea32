# SPDX-License-Identifier: GPL-3.0-or-later
"""The variables a job script hands to its programs: export, assignments, env, srun --export, mpirun -x, containers.

Nothing is run and nothing looked up; what only a shell could tell is said to be so. Later settings count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .finding import Finding, Setting, finding, shown
from .slurm import Export, directives, export, options
from .words import Word, commands

ASSIGNMENT = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<adds>\+?)=(?P<value>.*)", re.DOTALL)
BEFORE_COMMANDS = {"if", "then", "else", "elif", "while", "until", "do", "{", "}", "!", "time", "fi", "done", "esac"}
EXPORTING = {"export", "declare", "typeset", "readonly", "local"}
READING = {"source", ".", "eval", "module", "ml", "spack", "conda", "mamba"}
SLURM = {"srun", "sbatch", "salloc"}
ONE_WORD = {"-x", "-e", "--env"}  # options that hand on one variable, as NAME=VALUE
TWO_WORDS = {"-genv", "-env", "--genv"}  # as NAME VALUE
LAUNCHERS = {"mpirun", "mpiexec", "orterun", "prterun", "mpiexec.hydra"}
CONTAINERS = {"docker", "podman", "nerdctl", "apptainer", "singularity", "enroot"}


@dataclass
class Script:
    """What is known after the commands read so far."""

    place: str
    settings: list[Setting] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    waiting: dict[str, Setting] = field(default_factory=dict)  # set, and not exported yet
    exported: dict[str, Setting] = field(default_factory=dict)
    exports_all: bool = False

    def command(self, words: list[Word]) -> None:
        """Take in one command."""
        words = _without_keywords(words)
        first = [*_leading(self.place, words)]
        rest = words[len(first) :]
        if not rest:
            self._assign(first)
            return
        self.settings += first
        program = rest[0].text.rpartition("/")[2]
        if program in EXPORTING:
            self._export(program, rest[1:])
        elif program == "unset":
            self._unset(rest[1:])
        elif program == "setenv" and len(rest) > 1:
            self._set(Setting(self.place, rest[1].line, rest[1].text, *_value(rest[2:])))
        elif program == "set":
            self.exports_all = self.exports_all or any(word.text in ("-a", "allexport") for word in rest[1:])
        elif program in READING:
            self.findings.append(_elsewhere(self.place, rest))
        else:
            self._run(program, rest)

    def _set(self, setting: Setting) -> None:
        self.settings.append(setting)
        self.exported[setting.name] = setting
        self.waiting.pop(setting.name, None)

    def _assign(self, assignments: list[Setting]) -> None:
        for setting in assignments:
            if self.exports_all or setting.name in self.exported:
                self._set(setting)
            else:
                self.waiting[setting.name] = setting

    def _export(self, program: str, words: list[Word]) -> None:
        marks = [word.text for word in words if word.text.startswith("-")]
        if program != "export" and not any("x" in mark for mark in marks):
            self._assign([*_assignments(self.place, words)])
            return
        if any("n" in mark for mark in marks):
            self._unset([word for word in words if not word.text.startswith("-")])
            return
        for setting in _assignments(self.place, words):
            self._set(setting)
        for word in words:
            if word.text in self.waiting:
                self._set(self.waiting[word.text])

    def _unset(self, words: list[Word]) -> None:
        for word in words:
            self.exported.pop(word.text, None)
            self.waiting.pop(word.text, None)

    def _run(self, program: str, words: list[Word]) -> None:
        """A program that is started: what is handed to it alone."""
        for index, word in enumerate(words):
            if word.text.rpartition("/")[2] == "env":
                self.settings += _env(self.place, words[index + 1 :])
        if program in SLURM:
            for word, value in options(words):
                self.handed_on(export(self.place, word, value), Setting(self.place, word.line, "--export", value))
        if program in LAUNCHERS | CONTAINERS:
            self.settings += _options(self.place, words)
        self.findings += [
            finding("elsewhere", Setting(self.place, word.line, "", shown(word.text)), "settings outside of quotes")
            for word in words
            if re.search(r"\bNCCL_[A-Z0-9_]+=", word.text) and " " in word.text and word.quoted
        ]

    def handed_on(self, export: Export, option: Setting) -> None:
        """Take in an --export, the ``option`` as it stands."""
        self.settings += export.settings
        self.findings += export.findings
        dropped = [name for name in self.exported if name.startswith("NCCL_") and name not in export.names]
        again = [setting.name for setting in export.settings]
        lost = sorted(name for name in dropped if name not in again)
        if lost and not export.everything:
            told = f"{', '.join(lost)} not seen"
            self.findings.append(finding("exports-dropped", option, "ALL as the first of the list", told))


def read_script(text: str, place: str) -> Script:
    """What a script sets for its programs, and what cannot be told."""
    script = Script(place)
    for option, found, late in directives(text, place):
        if late:
            script.findings.append(late)
        else:
            script.handed_on(found, option)
    for words in commands(text):
        script.command(words)
    script.findings += [
        finding("not-exported", setting, f"export {setting.shown}")
        for setting in script.waiting.values()
        if setting.name.startswith("NCCL_")
    ]
    return script


def _without_keywords(words: list[Word]) -> list[Word]:
    while words and words[0].text in BEFORE_COMMANDS and not words[0].quoted:
        words = words[1:]
    return words


def _leading(place: str, words: list[Word]) -> Iterator[Setting]:
    """The assignments in front of a command."""
    for word in words:
        found = [*_assignments(place, [word])]
        if not found:
            return
        yield from found


def _assignments(place: str, words: list[Word]) -> Iterator[Setting]:
    for word in words:
        found = ASSIGNMENT.fullmatch(word.text)
        if found:
            computed = word.computed or bool(found["adds"])
            yield Setting(place, word.line, found["name"], found["value"], computed)


def _value(words: list[Word]) -> tuple[str, bool]:
    """The value in the first of some words, and whether a shell computes it."""
    return (words[0].text, words[0].computed) if words else ("", False)


def _env(place: str, words: list[Word]) -> Iterator[Setting]:
    """The assignments of env, between its options and the program."""
    while words and words[0].text.startswith("-"):
        words = words[2 if words[0].text in ("-u", "-C", "-S") else 1 :]
    return _leading(place, words)


def _options(place: str, words: list[Word]) -> Iterator[Setting]:
    """What options such as -x NAME=VALUE, --env=NAME=VALUE and -genv NAME VALUE hand on."""
    for index, word in enumerate(words):
        after = words[index + 1 :]
        joined = word.text.startswith("--env=")
        if joined:
            yield from _assignments(place, [Word(word.text[len("--env=") :], word.line, word.computed)])
        elif word.text in TWO_WORDS and len(after) > 1 and "=" not in after[0].text:
            yield Setting(place, word.line, after[0].text, *_value(after[1:]))
        elif word.text in ONE_WORD:
            yield from _assignments(place, after[:1])


def _elsewhere(place: str, words: list[Word]) -> Finding:
    setting = Setting(place, words[0].line, "", shown(" ".join(word.text for word in words)))
    return finding("elsewhere", setting, "settings that stand in the script itself")
