# SPDX-License-Identifier: GPL-3.0-or-later
"""How single values make up a document: sections, lists and named sections, and the walk that reads them.

The walk puts every value that is right under its path, so that a rule can look at the values it needs
even where others are wrong: that is how all errors are told at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from .kinds import Kind, Wrong
from .problem import Problem, either, nearest, shown

REQUIRED: Any = object()
SECRET = re.compile(r"pass(word|wd|phrase)?|secret|token|credential|private_?key|api_?key|access_?key", re.IGNORECASE)


@dataclass(frozen=True)
class Field:
    """One key of a section; ``default`` is what it means to leave the key out."""

    kind: Shape
    help: str
    default: Any = REQUIRED


@dataclass(frozen=True)
class Section:
    """A mapping with known keys; ``build`` makes its value of theirs."""

    fields: Mapping[str, Field]
    build: Callable[..., Any]
    allowed: str = "a mapping"


@dataclass(frozen=True)
class Named:
    """A mapping of names to sections; a section is built with its name."""

    name: Kind
    section: Section
    allowed: str = "a mapping of names"


@dataclass(frozen=True)
class Listed:
    """A list of values or sections of one kind, at least ``least`` of them."""

    kind: Kind | Section
    least: int = 0

    @property
    def allowed(self) -> str:
        some = f" with at least {self.least} entry" if self.least else ""
        return f"a list{some}" if isinstance(self.kind, Section) else f"a list{some}: each {self.kind.allowed}"


Shape = Union[Kind, Section, Named, Listed]


@dataclass
class Reading:
    """What was read: right values by path, the paths below each list or named section, and problems."""

    values: dict[str, Any] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def read(self, shape: Shape, value: Any, path: str) -> None:
        """Read one value of any shape, and all below it."""
        if isinstance(shape, Section):
            self._section(shape, value, path, {})
        elif isinstance(shape, Named):
            self._named(shape, value, path)
        elif isinstance(shape, Listed):
            self._listed(shape, value, path)
        else:
            self._single(shape, value, path)

    def _single(self, kind: Kind, value: Any, path: str) -> None:
        try:
            self.values[path] = kind.read(value)
        except Wrong as wrong:
            self.problems.append(Problem(path, wrong.found, kind.allowed, wrong.fix))

    def _section(self, section: Section, value: Any, path: str, built_with: dict[str, Any]) -> None:
        if not isinstance(value, dict):
            self._not(section.allowed, f"write {either(section.fields, 'and')} under it", value, path)
            return
        self.problems += unknown_keys(section.fields, value, path)
        self.problems += missing_keys(section.fields, value, path)
        for key, known in section.fields.items():
            self._field(known, value.get(key), join(path, key))
        parts = {key: self.values[at] for key in section.fields if (at := join(path, key)) in self.values}
        if len(parts) == len(section.fields):
            self.values[path] = section.build(**built_with, **parts)

    def _field(self, known: Field, value: Any, path: str) -> None:
        if value is not None:
            self.read(known.kind, value, path)
        elif known.default is not REQUIRED:
            self.values[path] = known.default

    def _named(self, named: Named, value: Any, path: str) -> None:
        if not isinstance(value, dict):
            self._not(named.allowed, "write one name and its keys for each", value, path)
            return
        self.below[path] = [join(path, str(name)) for name in value]
        for name, entry in value.items():
            try:
                named.name.read(name)
            except Wrong as wrong:
                self.problems.append(Problem(join(path, str(name)), wrong.found, named.name.allowed, wrong.fix))
            self._section(named.section, entry, join(path, str(name)), {"name": str(name)})
        if all(at in self.values for at in self.below[path]):
            self.values[path] = {str(name): self.values[join(path, str(name))] for name in value}

    def _listed(self, listed: Listed, value: Any, path: str) -> None:
        if not isinstance(value, list):
            one = isinstance(value, (str, int, float))
            self._not(listed.allowed, f"write [{shown(value)}]" if one else "write a list", value, path)
            return
        if len(value) < listed.least:
            self._not(listed.allowed, "add one, or leave the key out if it has a default", "an empty list", path)
            return
        self.below[path] = [f"{path}[{index}]" for index in range(len(value))]
        for at, entry in zip(self.below[path], value):
            self.read(listed.kind, entry, at)
        if all(at in self.values for at in self.below[path]):
            self.values[path] = tuple(self.values[at] for at in self.below[path])

    def _not(self, allowed: str, fix: str, value: Any, path: str) -> None:
        self.problems.append(Problem(path, f"{shown(value)} found", allowed, fix))


def join(path: str, key: str) -> str:
    """The path of a key below a path."""
    return f"{path}.{key}" if path else key


def unknown_keys(fields: Mapping[str, Field], value: Mapping[Any, Any], path: str) -> Iterator[Problem]:
    """One problem for each key that is not known; what stands under it is never shown, it may be a secret."""
    for key in value:
        if key in fields:
            continue
        meant = nearest(key, fields)
        fix = f"write {meant}" if meant else "leave it out"
        if SECRET.search(str(key)) and not meant:
            fix = "keep credentials out of cluster.yml: the provider reads them from its environment, hosts from Vault"
        yield Problem(join(path, str(key)), "unknown key", either(fields), fix)


def missing_keys(fields: Mapping[str, Field], value: Mapping[Any, Any], path: str) -> Iterator[Problem]:
    """One problem for each key that must be there and is not even misspelt."""
    misspelt = {nearest(key, fields) for key in value if key not in fields}
    for key, known in fields.items():
        if value.get(key) is None and known.default is REQUIRED and key not in misspelt:
            yield Problem(join(path, key), "missing", known.kind.allowed, f"add {key} ({known.help.rstrip('.')})")
