# SPDX-License-Identifier: GPL-3.0-or-later
"""Receive buffers of a host's ports and the length of their cables, as iproute2's ``dcb`` shows and sets them. Pure.

Option ``least`` has the least size of each buffer in bytes. A buffer may be larger: a driver rounds, and a user may
give it more. So a row says how many bytes are missing, and only those are added.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, json_of, shape_of

NAME = "buffer"
KEY = ("port",)
BUFFERS = 8
SHARED = 0  # the buffer of all priorities that have none of their own
PACKET = 9216  # bytes that stay for them: the largest packet
BLANK: Row = {"prio_buffer": [SHARED] * BUFFERS, "cable": 7, "missing": 0}  # mlx5 counts with 7 m until it is told
REMEDY = "the port's driver must offer DCB; look at 'dcb buffer show dev PORT' on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """One ``dcb -j buffer show`` and, for the cable, one ``dcb -j pfc show`` per port."""
    return {
        f"{subject} {port}": Read(("dcb", "-j", subject, "show", "dev", port))
        for port in want
        for subject in ("buffer", "pfc")
    }


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Buffer of each priority, sizes and their total in bytes, metres of cable, and the bytes that are missing."""
    ports = [label.partition(" ")[2] for label in seen if label.startswith("buffer ")]
    return {port: _row(_shown("buffer", port, seen), _shown("pfc", port, seen), options) for port in ports}


def check(name: str, row: Row) -> None:
    """Refuse what is not a buffer, a list of another length, and the wish that bytes be missing."""
    buffers = row.get("prio_buffer") or [*BLANK["prio_buffer"]]
    if len(buffers) != BUFFERS or any(number not in range(BUFFERS) for number in buffers):
        raise ValueError(f"config[{name}].prio_buffer: {buffers} found; allowed: exactly {BUFFERS} numbers of 0 to 7")
    if row.get("cable", 1) not in range(1, 65536):
        raise ValueError(f"config[{name}].cable: {row['cable']} found; allowed: 1 to 65535 metres")
    if row.get("missing"):
        raise ValueError(f"config[{name}].missing: {row['missing']} found; allowed: 0, least says how much there is")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Sizes before the cable: mlx5 refuses a cable for which a lossless buffer is too small."""
    return [action for change in changes for action in (*_buffers(change, options), *_cable(change))]


def sizes(port: str, before: Row, least: list[int]) -> list[int]:
    """The sizes that hold ``least``, bytes; what is left goes to the shared buffer. Raises ``ValueError``."""
    own = [0 if number == SHARED else max(pair) for number, pair in enumerate(zip(before["size"], least))]
    rest = before["total"] - sum(own)
    if rest < max(PACKET, least[SHARED]):
        raise ValueError(
            f"buffer of {port}: {before['total']} bytes found; allowed: at least {sum(own) + PACKET}, {sum(own)} for"
            f" lossless traffic and one packet of {PACKET}; do: shorten the cable or lower the MTU in cluster.yml"
        )
    return [rest, *own[1:]]


def _buffers(change: Change, options: Options) -> list[Action]:
    words = []
    if change.before["prio_buffer"] != change.after["prio_buffer"]:
        words += ["prio-buffer", *_pairs(change.before["prio_buffer"], change.after["prio_buffer"])]
    if change.before["missing"] != change.after["missing"]:
        made = sizes(change.name, change.before, options["least"])
        words += ["buffer-size", *_pairs(change.before["size"], made)]
    return [Run(("dcb", "buffer", "set", "dev", change.name, *words))] if words else []


def _cable(change: Change) -> list[Action]:
    if change.before["cable"] == change.after["cable"]:
        return []
    return [Run(("dcb", "pfc", "set", "dev", change.name, "delay", str(change.after["cable"])))]


def _pairs(before: list[int], after: list[int]) -> list[str]:
    return [f"{index}:{new}" for index, (old, new) in enumerate(zip(before, after)) if old != new]


def _row(buffer: Mapping[str, Any], pfc: Mapping[str, Any], options: Options) -> Row:
    with shape_of("receive buffers", REMEDY):
        size = [*buffer["buffer_size"]]
        return {
            "prio_buffer": [*buffer["prio_buffer"]],
            "size": size,
            "total": buffer["total_size"],
            "cable": pfc["delay"],
            "missing": sum(max(0, least - there) for least, there in zip(options.get("least") or [], size)),
        }


def _shown(what: str, port: str, seen: Mapping[str, Seen]) -> Any:
    return json_of(f"{what} of {port}", seen[f"{what} {port}"], REMEDY)
