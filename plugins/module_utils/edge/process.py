# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs one command of the machine; the same for modules and for the boot unit."""

from __future__ import annotations

import os
import subprocess

LONGEST = 60  # seconds; a tool that hangs on broken firmware must not hang the run


def run(argv: list[str], longest: int = LONGEST) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of ``argv``; 124 where it did not end in ``longest`` seconds."""
    try:
        done = subprocess.run(
            argv,
            capture_output=True,
            timeout=longest,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 124, "", f"did not end within {longest} seconds"
    except OSError as error:
        return 126, "", f"cannot be run: {error.strerror}"
    return done.returncode, done.stdout, done.stderr
