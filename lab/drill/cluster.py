# SPDX-License-Identifier: GPL-3.0-or-later
"""The lab that is drilled: breaks it by a command, and runs the playbooks that verify and repair it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.drill.fault import CONTROLLER, PLAYBOOKS, Fault

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600  # seconds that one playbook may take
INTERVAL = 2  # seconds between two readings of the counters, which the lab's NICs show twice a second
SEARCH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"  # a command over SSH may lack sbin


class Stopped(RuntimeError):
    """The drill cannot go on; says what was run and what came back."""


@dataclass(frozen=True)
class Lab:
    """A lab by its folder in inventories/."""

    name: str

    @property
    def folder(self) -> Path:
        return ROOT / "inventories" / self.name

    def break_by(self, faults: list[Fault]) -> None:
        """Run the commands that break them."""
        self._commands([(fault.host, fault.command) for fault in faults])

    def verify(self) -> dict[str, Any]:
        """The report of a look at all hosts and switches, taken now."""
        before = self._written()
        done = self._playbook("verify", "-e", f"verify_interval={INTERVAL}")
        if self._written() == before:
            raise Stopped(f"verify.yml wrote no report:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
        report: dict[str, Any] = json.loads(self._report.read_text())
        return report

    def repair(self, faults: list[Fault]) -> None:
        """Mend the faults: by their commands, then by the playbooks, each once and apply only where it has work."""
        self._commands([(fault.host, fault.mend) for fault in faults if fault.mend])
        for name in (name for name in PLAYBOOKS if any(name in fault.repair for fault in faults)):
            hosts = ",".join(fault.expect["host"] for fault in faults if name in fault.repair)
            words = ("--limit", hosts) if name == "apply" else ("-e", f"cluster={self.name}")
            done = self._playbook(name, *words)
            if done.returncode:
                names = ", ".join(repr(fault.name) for fault in faults)
                raise Stopped(f"{name}.yml failed after {names}:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")

    def write(self, entries: list[dict[str, Any]]) -> Path:
        """Write drill.json beside the report."""
        path = self.folder / "report" / "drill.json"
        path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
        return path

    @property
    def _source(self) -> str:
        return str(self.folder / "nodes.yml")

    @property
    def _report(self) -> Path:
        return self.folder / "report" / "report.json"

    def _written(self) -> int:
        return self._report.stat().st_mtime_ns if self._report.exists() else 0

    def _commands(self, commands: list[tuple[str, str]]) -> None:
        """Run commands here, then on hosts, one on each and all at once."""
        for _, command in (one for one in commands if one[0] == CONTROLLER):
            self._run("sh", "-c", command)
        there = {host: command for host, command in commands if host != CONTROLLER}
        if there:
            words = ("-m", "ansible.builtin.raw", "-a", f"{SEARCH}; {{{{ drill[inventory_hostname] }}}}")
            self._run("ansible", "-i", self._source, ",".join(there), *words, "-e", json.dumps({"drill": there}))

    def _playbook(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        source = "localhost," if name == "provision" else self._source  # provision writes what the inventory reads
        return self._start("ansible-playbook", "-i", source, str(ROOT / f"playbooks/{name}.yml"), *words)

    def _run(self, *words: str) -> None:
        done = self._start(*words)
        if done.returncode:
            raise Stopped(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}".rstrip())

    def _start(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {"CONTAINERS_CONF": str(ROOT / ".cache/containers.conf"), **os.environ}
        environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
        try:
            return subprocess.run(
                words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            raise Stopped(f"{' '.join(words)}: no end after {PATIENCE} s") from None
