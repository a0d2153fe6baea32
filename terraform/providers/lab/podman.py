# SPDX-License-Identifier: GPL-3.0-or-later
"""Run podman: the only file of the provider that starts a process."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

# A podman call takes well under a second; the bound is for a machine that hangs.
LIMIT = 120.0
# What lab/container_engine.py found to work on this machine; CONTAINERS_CONF in the environment goes before it.
FOUND = Path(__file__).resolve().parents[3] / ".cache/containers.conf"
MISSING = ("no such container", "network not found", "no such network")


class PodmanError(Exception):
    """A podman command that failed; the text is podman's own."""

    def __init__(self, command: str, said: str) -> None:
        super().__init__(said)
        self.command = command
        self.said = said

    @property
    def missing(self) -> bool:
        """Whether podman failed because the thing is not there."""
        return any(words in self.said for words in MISSING)


def environment() -> dict[str, str]:
    """The environment that podman gets: this process's, with the container settings that work here."""
    found = {"CONTAINERS_CONF": str(FOUND)} if FOUND.exists() else {}
    return {**found, **os.environ}


def podman(*arguments: str, stdin: bytes = b"") -> str:
    """Run one podman command and return what it printed."""
    command = f"podman {' '.join(arguments)}"
    try:
        done = subprocess.run(
            ["podman", *arguments],
            input=stdin,
            capture_output=True,
            timeout=LIMIT,
            env=environment(),
            start_new_session=True,  # Ctrl-C must not break a command half-way
            check=False,
        )
    except FileNotFoundError:
        raise PodmanError(command, "podman is not on the PATH; install the package podman") from None
    except subprocess.TimeoutExpired:
        raise PodmanError(command, f"podman did not end within {LIMIT:.0f} s") from None
    if done.returncode:
        raise PodmanError(command, done.stderr.decode(errors="replace").strip())
    return done.stdout.decode(errors="replace").strip()


def inspected(kind: str, name: str) -> dict[str, Any] | None:
    """Look at one container or network; None when there is none of that name or id."""
    try:
        found: list[dict[str, Any]] = json.loads(podman(kind, "inspect", name))
    except PodmanError as error:
        if error.missing:
            return None
        raise
    return found[0]
