# SPDX-License-Identifier: GPL-3.0-or-later
"""An environment as ``env`` prints it. A line that begins no variable belongs to the value before it."""

from __future__ import annotations

import re

from .finding import Setting

LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_.%()]*)=(.*)", re.DOTALL)


def environment(text: str, place: str) -> list[Setting]:
    """The variables of an environment; of one that is there twice the last, as a shell has it."""
    found: dict[str, Setting] = {}
    name = ""
    separator = "\0" if "\0" in text else "\n"  # env -0 and /proc/PID/environ
    for number, line in enumerate(text.split(separator), start=1):
        begins = LINE.fullmatch(line.rstrip("\r") if separator == "\n" else line)
        if begins:
            name = begins[1]
            found[name] = Setting(place, number, name, begins[2])
        elif name and line:
            before = found[name]
            found[name] = Setting(place, before.line, name, f"{before.value}\n{line}")
    return [*found.values()]
