# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that stand for registers: each write to one is judged as a driver would, and taken back where it refuses."""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

from nic_files import Rule

CLOSE_WRITE, CLOEXEC = 0x8, 0o2000000  # <sys/inotify.h>, <fcntl.h>
EVENT = struct.Struct("iIII")


class WrittenFiles:
    """What each file holds, by folder; ``stream`` is readable when one was written."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.stream = self._libc.inotify_init1(CLOEXEC)
        self._rules: dict[int, tuple[Path, Rule]] = {}
        self._held: dict[Path, str] = {}

    def add(self, folder: Path, values: dict[str, str], rule: Rule) -> None:
        """Follow a folder of files, made with these values if need be; ``rule`` says what a write to one changes."""
        if folder / next(iter(values)) in self._held:
            return
        folder.mkdir(parents=True, exist_ok=True)
        for name, value in values.items():
            self._hold(folder / name, (folder / name).read_text().strip() if (folder / name).exists() else value)
        watch = self._libc.inotify_add_watch(self.stream, os.fsencode(folder), CLOSE_WRITE)
        self._rules[watch] = folder, rule

    def judge(self) -> None:
        """Judge what was written since the last time."""
        for watch, name in self._events():
            folder, rule = self._rules[watch]
            if folder / name not in self._held:
                continue
            changed = rule(name, (folder / name).read_text()) or {name: self._held[folder / name]}
            for other, value in changed.items():
                self._hold(folder / other, value)

    def _hold(self, path: Path, value: str) -> None:
        """Let a file hold a value; one that does is left alone, since somebody may be reading it."""
        self._held[path] = value
        if not path.exists() or path.read_text() != f"{value}\n":
            path.write_text(f"{value}\n")

    def _events(self) -> list[tuple[int, str]]:
        data, found = os.read(self.stream, 65536), []
        while data:
            watch, _, _, length = EVENT.unpack_from(data)
            name = data[EVENT.size : EVENT.size + length].rstrip(b"\0").decode()
            found.append((watch, name))
            data = data[EVENT.size + length :]
        return found
