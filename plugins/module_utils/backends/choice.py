# SPDX-License-Identifier: GPL-3.0-or-later
"""Which backend a host's ports are read and set by: the one that was told, or the first that can read all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Callable

from ..devices import nic_models
from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen, Unreadable

DEFAULT = "dcb"
AUTO = "auto"
DRIVER = "driver"  # label of the look that tells a port's driver


@dataclass(frozen=True)
class Backend:
    """One way: what to look at for a port, by a label of one word; the row that is in it; what makes a change true."""

    reads: Callable[[str], Mapping[str, Read]]
    row: Callable[[str, Mapping[str, Seen], Options], Row]
    actions: Callable[[Change, Options], list[Action]]


Backends = Mapping[str, Backend]  # by name, the preferred one first


def reads(backends: Backends, want: Rows, options: Options) -> dict[str, Read]:
    """The looks of the chosen backend at each port."""
    return _reads(_chosen(backends, options), want)


def parse(backends: Backends, seen: Mapping[str, Seen], options: Options) -> Rows:
    """The row of each port."""
    return _rows(_chosen(backends, options), seen, options)


def render(backends: Backends, changes: list[Change], options: Options) -> list[Action]:
    """What makes the changes true."""
    backend = _chosen(backends, options)
    return [action for change in changes for action in backend.actions(change, options)]


def probes(backends: Backends, want: Rows, options: Options) -> dict[str, Read]:
    """All looks of all backends where none was told, and none where one was."""
    if _told(options) != AUTO:
        return {}
    looks = {f"{name} {label}": read for name in backends for label, read in _reads(backends[name], want).items()}
    return {**looks, **{f"{DRIVER} {port}": nic_models.driver_read(port) for port in want}}


def chosen(backends: Backends, seen: Mapping[str, Seen], options: Options, subject: str) -> dict[str, Any]:
    """The first backend that can read every port; the preferred one where none can, so that its error tells."""
    for label, look in _part(seen, DRIVER).items():
        nic_models.refuse_by_hand(nic_models.driver_of(look), subject, label)
    able = [name for name in backends if _can(backends[name], _part(seen, name), {**options, "backend": name})]
    return {"backend": next(iter(able or backends))}


def _told(options: Options) -> str:
    return str(options.get("backend") or DEFAULT)


def _chosen(backends: Backends, options: Options) -> Backend:
    told = _told(options)
    if told not in backends:
        reason = "is not known before a look at the host" if told == AUTO else "cannot set this"
        raise ValueError(f"backend: {told} {reason}; allowed here: {', '.join(backends)}")
    return backends[told]


def _reads(backend: Backend, want: Rows) -> dict[str, Read]:
    return {f"{port} {label}".rstrip(): read for port in want for label, read in backend.reads(port).items()}


def _rows(backend: Backend, seen: Mapping[str, Seen], options: Options) -> Rows:
    ports = dict.fromkeys(label.partition(" ")[0] for label in seen)
    return {port: backend.row(port, _part(seen, port), options) for port in ports}


def _can(backend: Backend, seen: Mapping[str, Seen], options: Options) -> bool:
    try:
        return bool(_rows(backend, seen, options))
    except Unreadable:
        return False


def _part(seen: Mapping[str, Seen], start: str) -> dict[str, Seen]:
    """The looks whose label begins with that word, by the rest of it."""
    return {label[len(start) + 1 :]: look for label, look in seen.items() if label.partition(" ")[0] == start}
