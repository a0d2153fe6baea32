# SPDX-License-Identifier: GPL-3.0-or-later
"""The GID table of an HCA's first port, as the kernel's RDMA subsystem shows it in sysfs; read only. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Seen

NAME = "gid"
KEY = ("hca",)
BLANK: Row = {}  # no such HCA
GLOBS = {"gid": "gids/*", "version": "gid_attrs/types/*", "netdev": "gid_attrs/ndevs/*"}
FILES = ("state", "link_layer", "rate")
UNSET = "0000:0000:0000:0000:0000:0000:0000:0000"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The table's three columns and the port's own files, for each HCA."""
    looks: dict[str, Read] = {}
    for hca in want:
        port = f"/sys/class/infiniband/{hca}/ports/1"
        looks.update({f"{hca} {column}": Read(glob=f"{port}/{glob}") for column, glob in GLOBS.items()})
        looks.update({f"{hca} {file}": Read(path=f"{port}/{file}") for file in FILES})
    return looks


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """GIDs that are set, link state, link layer and rate (as the kernel words it) of each HCA that is there."""
    hcas = sorted({label.split(" ")[0] for label in seen})
    return {hca: _row(hca, seen) for hca in hcas if not seen[f"{hca} state"].missing}


def check(name: str, row: Row) -> None:
    """Nothing is wished here."""


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Nothing: the table follows from the ports' addresses."""
    return []


def _row(hca: str, seen: Mapping[str, Seen]) -> Row:
    columns = {column: _by_index(seen[f"{hca} {column}"]) for column in GLOBS}
    gids = [
        {
            "index": index,
            "gid": gid,
            "version": columns["version"].get(index, ""),
            "netdev": columns["netdev"].get(index, ""),
        }
        for index, gid in sorted(columns["gid"].items())
        if gid not in (UNSET, "")
    ]
    state, link_layer, rate = (seen[f"{hca} {file}"].text.strip() for file in FILES)
    return {"gids": gids, "state": state.partition(": ")[2] or state, "link_layer": link_layer, "rate": rate}


def _by_index(look: Seen) -> dict[int, str]:
    return {int(path.rpartition("/")[2]): text.strip() for path, text in look.files.items()}
