# SPDX-License-Identifier: GPL-3.0-or-later
"""What Terraform and OpenTofu say, read: the events of ``-json`` and the errors of commands without it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Event = dict[str, Any]

PLACE = re.compile(r"^ +on (.+) line (\d+)", re.MULTILINE)
ADDRESS = re.compile(r"^ +with (.+),$", re.MULTILINE)


@dataclass(frozen=True)
class Diagnostic:
    """One error: ``address`` is the resource it is about, ``place`` its file and line; each may be empty."""

    summary: str
    detail: str = ""
    address: str = ""
    place: str = ""

    def __str__(self) -> str:
        head = ": ".join(part for part in (self.place, self.address, self.summary) if part)
        return f"{head}: {self.detail}" if self.detail else head


def event(line: str) -> Event:
    """Read one line of output; a line that is not JSON becomes an event that only has its text."""
    try:
        read = json.loads(line)
    except ValueError:
        read = None
    return read if isinstance(read, dict) else {"type": "text", "@message": line.rstrip()}


def errors(events: Iterable[Event]) -> list[Diagnostic]:
    """The errors among the events, in their order."""
    found = (each["diagnostic"] for each in events if each.get("type") == "diagnostic")
    return [_diagnostic(told) for told in found if told["severity"] == "error"]


def _diagnostic(told: dict[str, Any]) -> Diagnostic:
    where = told.get("range") or {}
    place = f"{where['filename']}:{where['start']['line']}" if where else ""
    return Diagnostic(told["summary"], _one_line(told.get("detail", "")), told.get("address", ""), place)


def errors_in_text(text: str) -> list[Diagnostic]:
    """The errors in what a command without ``-json`` wrote to its error output."""
    # init says an error in the configuration twice.
    told = dict.fromkeys(_diagnostic_in(part) for part in re.split(r"^Error: ", text, flags=re.MULTILINE)[1:])
    return list(told) or [Diagnostic(_one_line(text) or "it said nothing")]


def _diagnostic_in(text: str) -> Diagnostic:
    summary, _, rest = text.partition("\n")
    place, address = PLACE.search(rest), ADDRESS.search(rest)
    # Lines that start with two spaces quote the configuration; what is left is the explanation.
    detail = _one_line("\n".join(line for line in rest.splitlines() if not line.startswith("  ")))
    where = f"{place[1]}:{place[2]}" if place else ""
    return Diagnostic(summary.strip(), detail, address[1] if address else "", where)


def _one_line(text: str) -> str:
    return " ".join(text.split())
