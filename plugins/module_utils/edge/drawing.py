# SPDX-License-Identifier: GPL-3.0-or-later
"""The courses of an incast as a picture, an SVG element for the report's page. On the controller only."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..simulation.course import Course

try:
    import matplotlib
    from matplotlib.figure import Figure
except ImportError:  # targets have none and never come here
    matplotlib = Figure = None  # type: ignore[assignment,misc]

MISSING = "Nothing was drawn: the controller lacks Matplotlib (pip install matplotlib)."
# What the page says instead, so that the picture follows its light and dark; outside a page ours counts.
INK, SOFT, LINE = "#1b2430", "#5d6b7c", "#e0e5ec"
THEME = {
    INK: "var(--ink, #1b2430)",
    SOFT: "var(--soft, #5d6b7c)",
    LINE: "var(--line, #e0e5ec)",
    "'DejaVu Sans'": "system-ui, 'DejaVu Sans'",
}
LOOKS: Sequence[dict[str, Any]] = (
    {"color": "#1f77c9", "linestyle": "-", "linewidth": 1.6},
    {"color": "#d9730d", "linestyle": (0, (5, 2)), "linewidth": 1.6},
)
BURST = 400e-6  # seconds that the left column shows
SPANS = 50  # of the right column: it shows the mean and the range of each, for rates swing faster than one can see
SHARE = 0.02  # of the line's speed, the least rate drawn
LEAST_QUEUE = 0.01  # MB, the least drawn
STYLE = {
    "svg.fonttype": "none",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": LINE,
    "axes.grid": True,
    "axes.axisbelow": True,
    "legend.frameon": False,
}


class Panel(NamedTuple):
    """What is drawn of a course, in which unit; without limits on a logarithmic scale."""

    label: str
    value: Callable[[Course], Any]
    limits: tuple[float, float] | None = None


PANELS = (
    Panel("queue, MB", lambda course: (course.queue / 1e6).clip(LEAST_QUEUE)),
    Panel("rate of all senders,\ntimes the line", lambda course: course.offered.clip(SHARE)),
    Panel("ports\npaused, %", lambda course: 100 * course.off, (-4, 104)),
)


def missing() -> str:
    """What is to be installed before anything can be drawn; empty if nothing is."""
    return MISSING if matplotlib is None else ""


def drawing(runs: Sequence[tuple[str, Course]], of: str) -> str:
    """Queue, rate and pauses over time, a line for each named course; empty where Matplotlib is missing.

    ``of`` makes the ids in the element differ from those of another one in the same page.
    """
    if matplotlib is None:
        return ""
    style: Any = {**STYLE, "svg.hashsalt": of}
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(11, 5.6), layout="constrained")
        rows = figure.subplots(3, 2, sharex="col", sharey="row", height_ratios=(3, 3, 1.6))
        for panel, (burst, whole) in zip(PANELS, rows):
            burst.set_ylabel(panel.label)
            for look, (_name, course) in zip(LOOKS, runs):
                _burst(burst, course, panel.value(course), look)
                _whole(whole, course, panel.value(course), look)
            for axes in (burst, whole):
                _scale(axes, panel.limits)
        _say(figure, [name for name, _course in runs])
        return _element(figure)


def _burst(axes: Any, course: Course, values: Any, look: dict[str, Any]) -> None:
    shown = int((course.times <= BURST).sum())
    axes.plot(course.times[:shown] * 1e6, values[:shown], **look)


def _whole(axes: Any, course: Course, values: Any, look: dict[str, Any]) -> None:
    """A line through the means, and a band from the least to the most."""
    size = max(1, len(values) // SPANS)
    spans = values[: len(values) // size * size].reshape(-1, size)
    times = course.times[: spans.size].reshape(-1, size).mean(axis=1) * 1e3
    axes.fill_between(times, spans.min(axis=1), spans.max(axis=1), color=look["color"], alpha=0.16, linewidth=0)
    axes.plot(times, spans.mean(axis=1), **look)


def _scale(axes: Any, limits: tuple[float, float] | None) -> None:
    axes.margins(x=0.01)
    axes.spines[["top", "right"]].set_visible(False)
    if limits:
        axes.set_ylim(limits)
    else:
        axes.set_yscale("log")
        axes.minorticks_off()
        axes.yaxis.set_major_formatter("{x:g}")


def _say(figure: Any, names: Sequence[str]) -> None:
    """Titles, units of time, and which line is which."""
    burst, whole = figure.axes[:2]
    burst.set_title(f"The first {BURST * 1e3:g} ms", loc="left", fontsize=10)
    whole.set_title("All of it: mean and range", loc="left", fontsize=10)
    figure.axes[-2].set_xlabel("time, \N{MICRO SIGN}s")
    figure.axes[-1].set_xlabel("time, ms")
    figure.legend(burst.get_lines(), names, loc="outside upper left", ncols=len(names))


def _element(figure: Any) -> str:
    """The figure as an element that takes the width it is given, and the fonts and colours of the page."""
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None})
    element = text.getvalue()[text.getvalue().index("<svg") :]
    for of_ours, of_the_page in THEME.items():
        element = element.replace(of_ours, of_the_page)
    element = re.sub(r"<(metadata|style)\b.*?</\1>", "", element, flags=re.DOTALL)  # its style would hold for the page
    element = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"', r"\1", element, count=1)
    return re.sub(r"(\.\d\d)\d+", r"\1", element)
