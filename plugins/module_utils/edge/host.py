# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine this code runs on: looks at files and commands, writes files, runs commands. Decides nothing."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

from ..subject import Action, Folder, Put, Read, Remove, Run, Seen, Write, complaint
from . import file, session

SEARCH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"  # a login over SSH may lack the sbin folders
AT_ONCE = 16  # looks at a time: a silent ping waits a second, and a look may hold many
Runner = Callable[..., "tuple[int, str, str]"]


class ActionFailed(RuntimeError):
    """An action did not work: says which one and what came back."""


class Host:
    """``roots`` maps a path's beginning to where it really lies, ``tools`` a command's name to its path."""

    def __init__(self, run: Runner, roots: Mapping[str, str], tools: Mapping[str, str]) -> None:
        self.run, self.roots, self.tools = run, roots, tools

    def look(self, reads: Mapping[str, Read]) -> dict[str, Seen]:
        with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
            return dict(zip(reads, pool.map(self._look, reads.values())))

    def act(self, action: Action) -> None:
        try:
            self._act(action)
        except OSError as error:
            raise ActionFailed(f"{' '.join(action.shown())}: {error.strerror}: {error.filename}") from None

    def _act(self, action: Action) -> None:
        if isinstance(action, Write):
            file.write(self._place(action.path), action.text, action.mode)
        elif isinstance(action, Remove):
            self._place(action.path).unlink(missing_ok=True)
        elif isinstance(action, Put):
            file.put(self._place(action.path), action.text)
        elif isinstance(action, Folder):
            self._place(action.path).mkdir(parents=True, exist_ok=True)
        else:
            self._run(action)

    def _look(self, read: Read) -> Seen:
        if read.command:
            return self._output(read.command)
        if read.glob:
            return Seen(files=self._files(read.glob))
        if read.variable:
            return Seen(text=session.variable(read.variable))
        return file.look(self._place(read.path))

    def _files(self, pattern: str) -> dict[str, str]:
        root = pattern.split("*", 1)[0].rpartition("/")[0]
        place = self._place(root)
        found = {path: file.look(path) for path in sorted(place.glob(pattern[len(root) + 1 :]))}
        return {root + str(path)[len(str(place)) :]: seen.text for path, seen in found.items() if not seen.rc}

    def _output(self, command: tuple[str, ...], **limits: int) -> Seen:
        tool = self._tool(command[0])
        if tool is None:
            return Seen(missing=True, tool=command[0], error=f"command {command[0]} is not installed")
        rc, out, err = self.run([tool, *command[1:]], **limits)
        return Seen(text=out, error=err, rc=rc)

    def _run(self, action: Run) -> None:
        limits = {} if action.patience == Run.patience else {"longest": action.patience}
        seen = self._output(action.argv, **limits)
        if seen.missing or seen.rc:
            self._undo(action, limits)
            told = "; ".join([" ".join(complaint(seen).split()), *([action.advice] if action.advice else [])])
            raise ActionFailed(f"{' '.join(action.argv)}: {told} (exit code {seen.rc})")

    def _undo(self, action: Run, limits: Mapping[str, int]) -> None:
        if action.undo:
            self._output(action.undo, **limits)

    def _place(self, path: str) -> Path:
        for start, real in self.roots.items():
            if path == start or path.startswith(f"{start.rstrip('/')}/"):
                return Path(real + path[len(start.rstrip("/")) :])
        return Path(path)

    def _tool(self, name: str) -> str | None:
        return self.tools.get(name) or shutil.which(name, path=SEARCH)
