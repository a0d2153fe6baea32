# SPDX-License-Identifier: GPL-3.0-or-later
"""Run every nox session but vm in two lanes at once, of about the same length: the roles on containers, and all else.

Each line is shown as it comes, with its lane before it. The last line sums up the tests of all pytest runs; a session
that failed makes the whole run fail.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LANES = {
    "checks": ("lint", "types", "unit", "judge", "sanity", "terraform", "lab"),
    "roles": ("molecule",),
}
COUNTED = re.compile(r"(\d+) (passed|failed|errors?|skipped)\b")
CLOSING = re.compile(r"^=* ?\d+ (passed|failed|skipped|errors?).* in [\d.]+s.*$")


class Lane(threading.Thread):
    """One nox run; ``counts`` are the tests that its pytest runs counted."""

    def __init__(self, name: str, sessions: tuple[str, ...]) -> None:
        super().__init__(name=name)
        self.command = [sys.executable, "-m", "nox", "--sessions", *sessions]
        self.code, self.counts = 1, {"passed": 0, "failed": 0, "skipped": 0}

    def run(self) -> None:
        with subprocess.Popen(
            self.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as nox:
            for line in nox.stdout or ():
                print(f"{self.name:10} | {line.rstrip()}", flush=True)
                self.count(line.strip())
        self.code = nox.returncode

    def count(self, line: str) -> None:
        """Add what a closing line of pytest says."""
        if CLOSING.match(line):
            for number, word in COUNTED.findall(line):
                self.counts["failed" if word.startswith("error") else word] += int(number)


def main() -> int:
    begun = time.monotonic()
    lanes = [Lane(name, sessions) for name, sessions in LANES.items()]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()
    total = {word: sum(lane.counts[word] for lane in lanes) for word in ("passed", "failed", "skipped")}
    bad = [lane.name for lane in lanes if lane.code]
    print(
        f"{'FAILED: ' + ', '.join(bad) if bad else 'all sessions passed'} in {(time.monotonic() - begun) / 60:.0f} min"
    )
    print(", ".join(f"{number} {word}" for word, number in total.items()))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
