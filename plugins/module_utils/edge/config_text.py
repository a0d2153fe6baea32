# SPDX-License-Identifier: GPL-3.0-or-later
"""What a switch's running configuration lacks of a planned one: netutils reads both as the switch's system does."""

from __future__ import annotations

from collections.abc import Iterable

NETUTILS = {"eos": "arista_eos", "nxos": "cisco_nxos"}
OURS = "disagg"  # a section with this word in its name is ours alone
OWNED = ("service-profile", "service-policy", "priority-flow-control", "qos ", "shutdown")  # ours on a port


class NoNetutils(RuntimeError):
    """The controller lacks netutils, and is told what to do."""


def missing(planned: str, running: str, os: str) -> str:
    """The planned lines that are not there, each below the section it belongs to; empty where all are."""
    try:
        from netutils.config.compliance import diff_network_config
    except ImportError:
        told = "the Python package netutils is not installed on the controller; do: pip install netutils"
        raise NoNetutils(told) from None
    return str(diff_network_config(planned, running, NETUTILS[os]))


def stale(planned: str, running: str, os: str) -> str:
    """The lines to take away, with ``no``: what stands beside the plan in a section that is ours or is about QoS."""
    extra = _lines(missing(running, planned, os))
    heads = {line for line in planned.splitlines() if line and not line.startswith(" ")}
    return "\n".join(_taken(extra, heads))


def _taken(extra: list[tuple[tuple[str, ...], str]], heads: set[str]) -> Iterable[str]:
    shown: tuple[str, ...] = ()
    gone: tuple[str, ...] | None = None
    for parents, line in extra:
        whole = (*parents, line)
        if gone is not None and whole[: len(gone)] == gone:
            continue
        if not parents or parents[0] not in heads or not _is_ours(parents[0], line):
            continue
        yield from (parent for parent in parents if parent not in shown)
        shown, gone = parents, whole
        yield f"{' ' * _depth(line)}no {line.strip()}"


def _is_ours(head: str, line: str) -> bool:
    return not line.strip().startswith("no ") and (OURS in head or line.strip().startswith(OWNED))


def _lines(text: str) -> list[tuple[tuple[str, ...], str]]:
    """Each line that holds none deeper, with the lines above it."""
    found: list[tuple[tuple[str, ...], str]] = []
    above: list[str] = []
    lines = text.splitlines()
    for line, after in zip(lines, [*lines[1:], ""]):
        above = [parent for parent in above if _depth(parent) < _depth(line)]
        if _depth(after) <= _depth(line):
            found.append((tuple(above), line))
        above.append(line)
    return found


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
