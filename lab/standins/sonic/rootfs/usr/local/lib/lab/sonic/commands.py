# SPDX-License-Identifier: GPL-3.0-or-later
"""A command line as click 7 parses and refuses it, which SONiC's ``config`` and ``show`` are made with."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Callable, NoReturn


@dataclass(frozen=True)
class Command:
    """One command: its flags by long name, its arguments (name and whether needed), and what it does."""

    run: Callable[[str, Mapping[str, bool], list[str]], None]
    flags: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[tuple[str, bool], ...] = ()


def fail(path: str, usage: str, error: object) -> NoReturn:
    """Say what is wrong as click does, and exit with 2."""
    print(f'Usage: {path} {usage}\nTry "{path} -h" for help.\n\nError: {error}', file=sys.stderr)
    raise SystemExit(2)


def usage_of(command: Command) -> str:
    """The part of a usage line after the command's name."""
    return " ".join(["[OPTIONS]", *(name if needed else f"[{name}]" for name, needed in command.arguments)])


def call(program: str, commands: Mapping[str, Command], words: list[str]) -> None:
    """Find the command that ``words`` name, parse the rest, and run it."""
    if not words or words[0] in ("-h", "--help", "-?"):
        print(f"Usage: {program} [OPTIONS] COMMAND [ARGS]...\n\nCommands:\n  " + "\n  ".join(sorted(commands)))
        return
    name = next((name for name in commands if words[: len(name.split())] == name.split()), None)
    if name is None:
        fail(program, "[OPTIONS] COMMAND [ARGS]...", f'No such command "{words[0]}".')
    _run(f"{program} {name}", commands[name], words[len(name.split()) :])


def _run(path: str, command: Command, words: list[str]) -> None:
    usage = usage_of(command)
    options = {**command.flags, "-h": "help", "--help": "help"}
    if any(word in ("-h", "--help") for word in words):
        print(f"Usage: {path} {usage}\n\nOptions:\n  " + "\n  ".join(sorted(options)))
        return
    unknown = next((word for word in words if word.startswith("-") and len(word) > 1 and word not in options), None)
    if unknown:
        fail(path, usage, f"no such option: {unknown}")
    given = [word for word in words if word not in options]
    for name, needed in command.arguments[len(given) :]:
        if needed:
            fail(path, usage, f'Missing argument "{name}".')
    if len(given) > len(command.arguments):
        extra = " ".join(given[len(command.arguments) :])
        fail(path, usage, f"Got unexpected extra argument ({extra})")
    command.run(path, {options[word]: True for word in words if word in options}, given)
