# SPDX-License-Identifier: GPL-3.0-or-later
"""Type and class of what an HCA sends: RDMA-CM's defaults in configfs, and OFED's traffic class for all of it. Pure.

RDMA-CM's folder of an HCA appears by mkdir; its removal undoes nothing. So it is made once and left there, and a look
makes none. NCCL opens no connection by RDMA-CM; programs that do (perftest -R, storage) need its class.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Folder, Options, Put, Read, Seen, Unreadable

NAME = "rdma_cm"
KEY = ("hca",)
BLANK: Row = {}
MODES = ("IB/RoCE v1", "RoCE v2")
FOLDER = "/sys/kernel/config/rdma_cm/{hca}"
FILES = {
    "mode": "/sys/kernel/config/rdma_cm/{hca}/ports/1/default_roce_mode",
    "tos": "/sys/kernel/config/rdma_cm/{hca}/ports/1/default_roce_tos",
    "traffic_class": "/sys/class/infiniband/{hca}/tc/1/traffic_class",  # MLNX_OFED only
}
REMEDY = "rdma_cm must be loaded and configfs mounted; look at /sys/kernel/config/rdma_cm on the host"


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The three files of each HCA."""
    return {f"{hca} {field}": Read(path=path.format(hca=hca)) for hca in want for field, path in FILES.items()}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """What is set of each HCA; a field whose file is not there is left out."""
    hcas = dict.fromkeys(label.rpartition(" ")[0] for label in seen)
    return {
        hca: {f: _value(hca, f, seen[f"{hca} {f}"]) for f in FILES if _is_there(seen[f"{hca} {f}"])} for hca in hcas
    }


def check(name: str, row: Row) -> None:
    """Refuse another mode, and what is not a byte."""
    if row.get("mode", MODES[0]) not in MODES:
        raise ValueError(f"config[{name}].mode: {row['mode']!r}; allowed: {', '.join(MODES)}")
    for field in ("tos", "traffic_class"):
        if row.get(field, 0) not in range(256):
            raise ValueError(f"config[{name}].{field}: {row[field]!r}; allowed: 0 to 255, the DSCP times 4 and ECN")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """The folder where a file in it is to be written, then the files that differ."""
    return [action for change in changes for action in _actions(change)]


def _actions(change: Change) -> list[Action]:
    fields = [field for field in FILES if change.before.get(field) != change.after.get(field)]
    made: list[Action] = [Folder(FOLDER.format(hca=change.name))] if {*fields} & {"mode", "tos"} else []
    return made + [Put(FILES[field].format(hca=change.name), str(change.after[field])) for field in fields]


def _is_there(look: Seen) -> bool:
    return not look.missing and not look.rc


def _value(hca: str, field: str, look: Seen) -> str | int:
    """OFED writes the class as ``Global tclass=106``."""
    text = look.text.strip()
    if field == "mode":
        return text
    match = re.fullmatch(r"(?:Global tclass=)?([0-9]+)", text.splitlines()[0].strip() if text else "")
    if not match:
        raise Unreadable(f"{field} of {hca}: {text[:200]!r}; {REMEDY}")
    return int(match[1])
