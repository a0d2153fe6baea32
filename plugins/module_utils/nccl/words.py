# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of a shell script, command by command. Nothing is evaluated: what a shell would compute is marked so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

CONTROL = set("\n;&|()")
HERE = re.compile(r"<<-?[ \t]*(?P<quote>['\"\\]?)(?P<end>[A-Za-z0-9_.!-]+)['\"]?")
EXPANSION = re.compile(r"\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])")


@dataclass(frozen=True)
class Word:
    """``computed`` where a shell would put in something of its own; ``quoted`` where any of it stood in quotes."""

    text: str
    line: int
    computed: bool = False
    quoted: bool = False


@dataclass
class Reader:
    """Reads from left to right; ``at`` is where it is."""

    text: str
    at: int = 0
    letters: list[str] = field(default_factory=list)
    computed: bool = False
    quoted: bool = False
    begun: int = -1
    line: int = 1
    counted: int = 0
    ends: list[str] = field(default_factory=list)

    def commands(self) -> Iterator[list[Word]]:
        """The commands, each with its words in order."""
        words: list[Word] = []
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter in CONTROL and not self._joins_descriptors():
                words += self._word()
                yield words
                words = []
                self.at += 1
                if letter == "\n":
                    self._pass_over_documents()
            elif letter in " \t\r":
                words += self._word()
                self.at += 1
            else:
                self._letter(letter)
        yield [*words, *self._word()]

    def _joins_descriptors(self) -> bool:
        """The & of 2>&1 and &>file separates nothing."""
        if self.text[self.at] != "&":
            return False
        return self.text[self.at - 1 : self.at] in (">", "<") or self.text[self.at + 1 : self.at + 2] == ">"

    def _letter(self, letter: str) -> None:
        begins = self.begun < 0
        if letter == "#" and begins:
            end = self.text.find("\n", self.at)
            self.at = end if end >= 0 else len(self.text)
            return
        if self.text.startswith("\\\n", self.at):
            self.at += 2
            return
        if self.text.startswith("<<<", self.at):
            self.begun = self.at if begins else self.begun
            self._take("<<<", 3)
            return
        document = HERE.match(self.text, self.at)
        if document:
            self.ends.append(document["end"])
            self.at = document.end()
            return
        self.begun = self.at if begins else self.begun
        self._part(letter)

    def _part(self, letter: str) -> None:
        if letter == "'":
            self._literal(self.text.find("'", self.at + 1))
        elif letter == '"':
            self._double()
        elif letter == "\\":
            self._take(self.text[self.at + 1 : self.at + 2], 2)
        elif letter in "$`":
            self._expansion()
        else:
            self._take(letter, 1)

    def _literal(self, end: int) -> None:
        """What stands in single quotes; one that is never closed reaches to the end, and nobody can tell its value."""
        self.computed = self.computed or end < 0
        end = end if end >= 0 else len(self.text)
        self.quoted = True
        self._take(self.text[self.at + 1 : end], end + 1 - self.at)

    def _double(self) -> None:
        self.quoted = True
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != '"':
            letter = self.text[self.at]
            if letter == "\\" and self.text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\", "\n"):
                self._take(self.text[self.at + 1].strip("\n"), 2)
            elif letter in "$`":
                self._expansion()
            else:
                self._take(letter, 1)
        self.computed = self.computed or self.at >= len(self.text)
        self.at += 1

    def _expansion(self) -> None:
        """A variable, a command or arithmetic; a lone $ is a letter."""
        for opening, closing in (("$(", ")"), ("${", "}"), ("`", "`"), ("$'", "'")):
            if self.text.startswith(opening, self.at):
                self._computed(self._closing(self.at + len(opening), opening[-1], closing))
                return
        found = EXPANSION.match(self.text, self.at)
        if found:
            self._computed(found.end())
        else:
            self._take(self.text[self.at], 1)

    def _closing(self, at: int, opening: str, closing: str) -> int:
        """The place behind the closing letter that belongs to an opening one."""
        depth = 1
        while at < len(self.text) and depth:
            letter = self.text[at]
            depth += -1 if letter == closing else 1 if letter == opening else 0
            at += 2 if letter == "\\" else 1
        return at

    def _computed(self, end: int) -> None:
        self.computed = True
        self._take(self.text[self.at : end], end - self.at)

    def _take(self, text: str, length: int) -> None:
        self.letters.append(text)
        self.at += length

    def _word(self) -> list[Word]:
        """The word that ends here, if one has begun."""
        if self.begun < 0:
            return []
        self.line += self.text.count("\n", self.counted, self.begun)
        word = Word("".join(self.letters), self.line, self.computed, self.quoted)
        self.counted = self.begun
        self.letters, self.computed, self.quoted, self.begun = [], False, False, -1
        return [word]

    def _pass_over_documents(self) -> None:
        """The bodies of here documents are no commands."""
        for end in self.ends:
            found = re.compile(rf"^\t*{re.escape(end)}$", re.MULTILINE).search(self.text, self.at)
            self.at = found.end() + 1 if found else len(self.text)
        self.ends = []


def commands(text: str) -> Iterator[list[Word]]:
    """The commands of a script that have any words."""
    return (words for words in Reader(text).commands() if words)
