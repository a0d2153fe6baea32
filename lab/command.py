# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that set-up runs on this machine, and what it says meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping


class Failed(Exception):
    """A step failed; the message says which and why."""


def say(text: str) -> None:
    """One line of progress, apart from what a program prints on standard output."""
    print(text, file=sys.stderr, flush=True)


def run(*command: str, environment: Mapping[str, str] | None = None, timeout: float | None = None) -> str:
    """What a command prints; Failed with its last words where it fails or takes longer than ``timeout`` seconds.

    ``environment`` counts only where the variable is not set yet.
    """
    told = f"'{' '.join(command)[:200]}'"
    merged = {**(environment or {}), **os.environ}
    try:
        done = subprocess.run(
            command, env=merged, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=timeout
        )
    except FileNotFoundError:
        raise Failed(f"{command[0]} is not installed; run 'make setup'") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"{told}: no end after {timeout:.0f} s") from None
    if done.returncode:
        raise Failed(f"{told} failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout
