# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine this code runs on: looks at files and commands, writes files, runs commands. Decides nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Callable

from ..subject import Action, Read, Remove, Run, Seen, Write

SEARCH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"  # a login over SSH may lack the sbin folders
Runner = Callable[[list[str]], "tuple[int, str, str]"]


class ActionFailed(RuntimeError):
    """An action did not work: says which one and what came back."""


class Host:
    """``roots`` maps a path's beginning to where it really lies, ``tools`` a command's name to its path."""

    def __init__(self, run: Runner, roots: Mapping[str, str], tools: Mapping[str, str]) -> None:
        self.run, self.roots, self.tools = run, roots, tools

    def look(self, reads: Mapping[str, Read]) -> dict[str, Seen]:
        return {label: self._look(read) for label, read in reads.items()}

    def act(self, action: Action) -> None:
        if isinstance(action, Write):
            self._write(action)
        elif isinstance(action, Remove):
            self._place(action.path).unlink(missing_ok=True)
        else:
            self._run(action)

    def _look(self, read: Read) -> Seen:
        if read.command:
            return self._output(read.command)
        if read.glob:
            return Seen(files=self._files(read.glob))
        path = self._place(read.path)
        try:
            return Seen(text=path.read_text(errors="surrogateescape"))
        except (FileNotFoundError, NotADirectoryError):
            return Seen(missing=True, error="no such file")
        except OSError as error:
            return Seen(rc=error.errno or 1, error=error.strerror or str(error))

    def _files(self, pattern: str) -> dict[str, str]:
        root = pattern.split("*", 1)[0].rpartition("/")[0]
        place = self._place(root)
        texts = {path: _text(path) for path in sorted(place.glob(pattern[len(root) + 1 :]))}
        return {root + str(path)[len(str(place)) :]: text for path, text in texts.items() if text is not None}

    def _output(self, command: tuple[str, ...]) -> Seen:
        tool = self._tool(command[0])
        if tool is None:
            return Seen(missing=True, error=f"command {command[0]} is not installed")
        rc, out, err = self.run([tool, *command[1:]])
        return Seen(text=out, error=err, rc=rc)

    def _run(self, action: Run) -> None:
        seen = self._output(action.argv)
        if seen.missing or seen.rc:
            detail = (seen.error or seen.text).strip()
            raise ActionFailed(f"{' '.join(action.argv)}: {detail} (exit code {seen.rc})")

    def _write(self, action: Write) -> None:
        path = self._place(action.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", errors="surrogateescape") as file:
                file.write(action.text)
            Path(name).chmod(int(action.mode, 8))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _place(self, path: str) -> Path:
        for start, real in self.roots.items():
            if path == start or path.startswith(f"{start}/"):
                return Path(real + path[len(start) :])
        return Path(path)

    def _tool(self, name: str) -> str | None:
        return self.tools.get(name) or shutil.which(name, path=SEARCH)


def _text(path: Path) -> str | None:
    """The text of a file, or None where the kernel refuses it (an unset GID answers EINVAL)."""
    try:
        return path.read_text(errors="surrogateescape")
    except OSError:
        return None
