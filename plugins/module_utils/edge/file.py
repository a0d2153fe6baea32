# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at one file, or writes it whole. Bytes that are no UTF-8 come through unchanged."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from ..subject import Seen

CODE = ("utf-8", "surrogateescape")


def look(path: Path) -> Seen:
    """The text and the mode of a file, or the names in a folder, one a line."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return Seen(text="".join(f"{name}\n" for name in sorted(entry.name for entry in path.iterdir())))
        return Seen(text=path.read_bytes().decode(*CODE), mode=f"{stat.S_IMODE(mode):04o}")
    except (FileNotFoundError, NotADirectoryError):
        return Seen(missing=True, error="no such file")
    except OSError as error:
        return Seen(rc=error.errno or 1, error=error.strerror or str(error))


def write(path: Path, text: str, mode: str) -> None:
    """Put ``text`` at ``path`` so that a reader sees the old file or the new one, and never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode(*CODE))
        Path(name).chmod(int(mode, 8))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def put(path: Path, text: str) -> None:
    """Write ``text`` into a file that is there, as ``echo`` does: the kernel takes each write as a whole value."""
    handle = os.open(path, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(handle, f"{text}\n".encode(*CODE))
    finally:
        os.close(handle)
