# SPDX-License-Identifier: GPL-3.0-or-later
"""What a subject is: one kind of setting, how it is read and how it is changed. Pure.

A device file in ``devices/`` is a module that has these names. It says what to look at and what to do;
looking and doing is the work of ``edge/host.py``.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, Union, runtime_checkable

from .reconcile import Change, Row, Rows

Options = Mapping[str, Any]  # what a subject needs beside its rows, for example the path of its file


@dataclass(frozen=True)
class Read:
    """One thing to look at: a command's output, a file, all files a glob matches, or a variable of the session.

    A folder reads as the names in it, one a line.
    """

    command: tuple[str, ...] = ()
    path: str = ""
    glob: str = ""
    variable: str = ""


@dataclass(frozen=True)
class Seen:
    """What a look gave. ``missing`` says that the tool or the file is not there at all; ``mode`` is a file's, octal."""

    text: str = ""
    error: str = ""
    rc: int = 0
    missing: bool = False
    tool: str = ""
    mode: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """A command to run, ``patience`` seconds at most.

    Where it fails half-way, ``undo`` is run so that nothing is lost, and ``advice`` says what to do.
    """

    argv: tuple[str, ...]
    undo: tuple[str, ...] = ()
    patience: int = 60
    advice: str = ""

    def shown(self) -> list[str]:
        return [*self.argv]


@dataclass(frozen=True)
class Write:
    """A file to write whole, atomically."""

    path: str
    text: str
    mode: str = "0644"

    def shown(self) -> list[str]:
        return ["install", "-m", self.mode, "/dev/stdin", self.path]


@dataclass(frozen=True)
class Remove:
    """A file to remove."""

    path: str

    def shown(self) -> list[str]:
        return ["rm", "-f", self.path]


@dataclass(frozen=True)
class Put:
    """A value to write in place into a file of the kernel's (sysfs, configfs, debugfs): none can be replaced."""

    path: str
    text: str

    def shown(self) -> list[str]:
        return ["sh", "-c", f"echo {shlex.quote(self.text)} > {shlex.quote(self.path)}"]


@dataclass(frozen=True)
class Folder:
    """A folder to make; in configfs the kernel fills it."""

    path: str

    def shown(self) -> list[str]:
        return ["mkdir", "-p", self.path]


Action = Union[Run, Write, Remove, Put, Folder]


class Unreadable(ValueError):
    """The device could not be read: says what was tried, what came back and what to do; ``tool`` is not installed."""

    def __init__(self, message: str, tool: str = "") -> None:
        super().__init__(message)
        self.tool = tool


class Subject(Protocol):
    """The names a device file has; a module that has them is a subject."""

    @property
    def NAME(self) -> str:
        """The word for it in plan, module, look and finding."""
        ...

    @property
    def KEY(self) -> tuple[str, ...]:
        """The fields that name a row."""
        ...

    @property
    def BLANK(self) -> Row:
        """A row as nobody has set it."""
        ...

    def reads(self, want: Rows, options: Options) -> dict[str, Read]:
        """What to look at, by a label that ``parse`` knows."""
        ...

    def parse(self, seen: Mapping[str, Seen], options: Options) -> Rows:
        """The rows as they are; raises ``Unreadable``."""
        ...

    def check(self, name: str, row: Row) -> None:
        """Refuse a wished row that cannot be; raises ``ValueError`` with path, found and allowed."""
        ...

    def render(self, changes: list[Change], after: Rows, options: Options) -> list[Action]:
        """What to do to make ``changes`` true; ``after`` is everything as it will be."""
        ...


@runtime_checkable
class Chooses(Protocol):
    """The names a device file has beside a subject's where it must look at the host before it knows how to read it."""

    def probes(self, want: Rows, options: Options) -> dict[str, Read]:
        """What to look at first; empty where ``options`` already say all."""
        ...

    def chosen(self, seen: Mapping[str, Seen], options: Options) -> dict[str, Any]:
        """What that look adds to ``options``; raises ``Unreadable``."""
        ...


@dataclass(frozen=True)
class Settled:
    """A wish in a host's own terms: what is there under the wish's names, the wish itself, and the options with more.

    ``refused`` says why the host cannot fulfil it; then ``want`` is as it was.
    """

    have: Rows
    want: Rows
    options: Options
    refused: str = ""


@runtime_checkable
class Resolves(Protocol):
    """The name a device file has beside a subject's where a wish means different things on different hosts."""

    def resolved(self, state: str, have: Rows, want: Rows, seen: Mapping[str, Seen], options: Options) -> Settled:
        """The wish in the terms of the host that ``seen`` shows."""
        ...


def complaint(seen: Seen) -> str:
    """What a tool said of its failure; of a Python traceback only the first error, which later ones may hide."""
    told = (seen.error or seen.text).strip()
    if not told.startswith("Traceback "):
        return told
    errors = [line for line in told.splitlines() if line[:1].isalpha() and not line.startswith(("Traceback", "During"))]
    return errors[0] if errors else "a Python traceback"


@contextmanager
def shape_of(label: str, remedy: str) -> Iterator[None]:
    """Tell of an answer that has not the expected parts that it is unreadable."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise Unreadable(f"{label}: an answer of another form: {error}; {remedy}") from None


def text_of(label: str, seen: Seen, remedy: str) -> str:
    """The text of a look that worked; raises ``Unreadable`` for one that did not."""
    if seen.missing:
        raise Unreadable(f"{label}: {seen.error or 'not there'}; {remedy}", seen.tool)
    if seen.rc:
        raise Unreadable(f"{label}: exit code {seen.rc}, {complaint(seen)}; {remedy}")
    return seen.text


def json_of(label: str, seen: Seen, remedy: str) -> Any:
    """The JSON of a look that worked; raises ``Unreadable`` for one that did not."""
    text = text_of(label, seen, remedy)
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable(f"{label}: no JSON: {text.strip()[:200]!r}; {remedy}") from None
