# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of one host: its links, and for each subject what the module of that subject is given, unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

VERSION = 1
Row = dict[str, Any]
Subject = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """``warnings`` are to be known before it is applied; ``why`` says of its numbers where each comes from.

    ``incast`` is what a simulation has to know of a switch.
    """

    cluster: str
    host: str
    role: str
    links: list[Row]
    subjects: dict[str, Subject]
    warnings: list[str] = field(default_factory=list)
    why: list[Row] = field(default_factory=list)
    incast: Row = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """The plan as its file holds it."""
        subjects = {name: self.subjects[name] for name in sorted(self.subjects)}
        head = {"version": VERSION, "cluster": self.cluster, "host": self.host, "role": self.role}
        told = {"warnings": self.warnings, "incast": self.incast, "why": self.why}
        return {**head, "links": self.links, "subjects": subjects, **{name: told[name] for name in told if told[name]}}


def subject(rows: Iterable[Row], **options: Any) -> Subject:
    """A subject's options and rows; empty where there is no row, so that the plan leaves it out."""
    config = [*rows]
    return {**options, "config": config} if config else {}
