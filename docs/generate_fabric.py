# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what docs/fabric.md shows of the simulation, and its picture: ``python docs/generate_fabric.py``.

The rest of the page is written by hand; tests hold both to the code.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np

from plugins.module_utils.edge.drawing import drawing  # the repository is no installed package
from plugins.module_utils.edge.spec_file import read_spec
from plugins.module_utils.nodes import read_contract
from plugins.module_utils.plan.build import build
from plugins.module_utils.plan.dcqcn import PAPER, marked, resting_queue
from plugins.module_utils.report import incast
from plugins.module_utils.simulation.bottleneck import Bottleneck, Curve
from plugins.module_utils.simulation.course import Course, courses
from plugins.module_utils.simulation.sender import published

PAGE, PICTURE = ROOT / "docs/fabric.md", ROOT / "docs/images/incast.svg"
BEGIN, END = "<!-- by docs/generate_fabric.py -->\n", "<!-- end of what docs/generate_fabric.py writes -->\n"
SPEED, CURVE = 40_000, Curve("DCQCN paper", 5_000, 200_000, 1)
SENDERS = (2, 4, 10, 20)
SETTLED, LAST, STEP = 0.12, 2000, 1e-5  # seconds until all is at rest, steps that are read, seconds of each at most


def disagg() -> incast.Kind:
    """The switches of disagg-16, which are of one kind."""
    spec = read_spec(str(ROOT / "inventories/disagg-16/cluster.yml"))
    nodes = read_contract(json.loads((ROOT / "tests/golden/disagg-16/nodes.json").read_text()), "nodes.json")
    [kind] = incast.kinds({host: plan.document() for host, plan in build(spec, nodes).items()})
    return kind


def papers(senders: int, port: Bottleneck) -> Bottleneck:
    """A port of the DCQCN paper: its NICs, its curve, a round trip of 4 us, senders that begin at their share."""
    shares = {"starts": (1 / senders,), "round_trip": 4e-6, "cable": 5, "mtu": PAPER.packet}
    known = {"speed": SPEED, "senders": senders, "curve": CURVE, "sender": published(), "memory": port.memory}
    return Bottleneck(**{**known, **shares})


def at_rest(port: Bottleneck) -> Iterable[list[str]]:
    """Marks and queue by the formula and as simulated, for each number of senders."""
    cases = [papers(senders, port) for senders in SENDERS]
    for case, course in zip(cases, courses(cases, SETTLED, STEP)):
        formula = resting_queue(case.senders, SPEED, int(CURVE.kmin), int(CURVE.kmax), CURVE.percent, PAPER)
        yield [
            str(case.senders),
            f"{100 * marked(case.senders, SPEED, PAPER):.3f} %",
            "nowhere" if formula is None else incast.size(formula),
            *(_rest(course) or ("swing", "swing")),
        ]


def _rest(course: Course) -> tuple[str, str] | None:
    """Marks and queue at the end; None if they do not stand still."""
    marks, queue = course.marks[-LAST:], course.queue[-LAST:]
    if np.ptp(queue) > queue.mean() / 10:
        return None
    return f"{100 * marks.mean():.3f} %", incast.size(queue.mean())


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [[*head], *rows]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def block(kind: incast.Kind) -> str:
    """What stands between the two marks of the page."""
    first = ["senders", "marks, formula", "queue, formula", "marks, simulated", "queue, simulated"]
    paper = table(first, at_rest(kind.runs[0].case))
    said = f"`disagg-16`, {incast.title(kind)}: {incast.sentence(kind)}\n"
    drawn = f"![Queue, rate and pauses](images/{PICTURE.name})\n"
    return "\n".join([said, drawn, table(*incast.table(kind)), PAPER_SAID, paper])


PAPER_SAID = "The fixed points of the DCQCN paper's own numbers (40G, marks from 5 kB to 200 kB, 1 %):\n"


def whole(page: str, made: str) -> str:
    """The page with what is between its marks made anew."""
    before, _begin, rest = page.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def picture(kind: incast.Kind) -> str:
    """The picture on white, for it stands on pages of any colour."""
    head, close, rest = drawing(incast.lines(kind), "docs").partition(">")
    return f'{head}{close}<rect width="100%" height="100%" fill="#fff"/>{rest}'


if __name__ == "__main__":
    shown = disagg()
    PAGE.write_text(whole(PAGE.read_text(), block(shown)))
    PICTURE.write_text(picture(shown))
