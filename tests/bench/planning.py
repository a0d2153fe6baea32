# SPDX-License-Identifier: GPL-3.0-or-later
"""How the work of planning grows with the cluster: CPU time and function calls for each host, at several sizes.

Run: .venv/bin/python tests/bench/planning.py [HOSTS ...]. Prints a line for each size and the ratio to the first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from plugins.module_utils.nodes import Node, read_contract
from plugins.module_utils.plan.build import build
from plugins.module_utils.spec.load import load
from plugins.module_utils.spec.model import Spec
from tests.bench.large_cluster import contract, spec

SIZES = (128, 512, 1024)


@dataclass(frozen=True)
class Measured:
    """CPU seconds of the best of some runs, and function calls of one."""

    hosts: int
    seconds: float
    calls: int

    def told(self, first: Measured) -> str:
        """One line, with what a host takes and how that stands to the smallest cluster's."""
        ratio = self.seconds / self.hosts / (first.seconds / first.hosts)
        calls = self.calls / self.hosts / (first.calls / first.hosts)
        return (
            f"{self.hosts:5} hosts of 8 rails: {self.seconds:6.2f} s, {1000 * self.seconds / self.hosts:5.2f} ms and"
            f" {self.calls // self.hosts} calls for each host; ratio {ratio:.2f} in time, {calls:.2f} in calls"
        )


def clusters(sizes: tuple[int, ...]) -> Iterator[tuple[int, Spec, dict[str, Node]]]:
    """The wish and the nodes of each size."""
    for hosts in sizes:
        yield hosts, load(spec(hosts)), read_contract(contract(hosts), "large")


def measured(hosts: int, wish: Spec, nodes: dict[str, Node], runs: int = 1) -> Measured:
    """Plan a cluster ``runs`` times for the time, and once more to count."""
    taken = [seconds(lambda: build(wish, nodes)) for _ in range(runs)]
    return Measured(hosts, min(taken), calls(lambda: build(wish, nodes)))


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds: wall-clock time would measure who else is busy on the machine."""
    started = time.process_time()
    work()
    return time.process_time() - started


def calls(work: Callable[[], object]) -> int:
    """How many functions ``work`` calls, Python's own included: the same number on every machine."""
    count = 0

    def counted(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def main(*sizes: int) -> None:
    found = [measured(*cluster) for cluster in clusters(sizes or SIZES)]
    for one in found:
        print(one.told(found[0]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
