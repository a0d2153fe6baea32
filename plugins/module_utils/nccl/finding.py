# SPDX-License-Identifier: GPL-3.0-or-later
"""What lint is given and what it says: one setting, where it stands; one finding, by the rule that made it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from .rules import RULES


@dataclass(frozen=True)
class Setting:
    """A variable that somebody sets. ``computed`` is a value that only a shell can tell."""

    place: str
    line: int
    name: str
    value: str
    computed: bool = False

    @property
    def where(self) -> str:
        return f"{self.place}:{self.line}" if self.line else self.place

    @property
    def shown(self) -> str:
        """The setting as it stands, never long and on one line."""
        return shown(f"{self.name}={self.value}" if self.name else self.value)


@dataclass(frozen=True)
class Finding:
    """``level`` is error, warning or unjudged; ``why`` is the rule's, with its source."""

    rule: str
    level: str
    where: str
    line: int
    name: str
    found: str
    allowed: str
    why: str

    def told(self) -> str:
        """One line for a person."""
        return f"{self.where}: {self.level}: {self.found}; allowed: {self.allowed}; {self.why} [{self.rule}]"

    def row(self) -> dict[str, str | int]:
        return asdict(self)


def finding(rule: str, setting: Setting, allowed: str, found: str = "") -> Finding:
    """A finding of a rule about a setting; ``found`` says more than the setting itself."""
    known = RULES[rule]
    told = f"{setting.shown}: {flat(found)}" if found else setting.shown
    why = f"{known.why} ({known.source})"
    return Finding(rule, known.level, flat(setting.where), setting.line, setting.name, told, flat(allowed), why)


def shown(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = flat(text)
    return line if len(line) <= 120 else f"{line[:117]}..."


def flat(text: str) -> str:
    """A text on one line: what cannot be printed is told as Python tells it."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
