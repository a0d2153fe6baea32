# SPDX-License-Identifier: GPL-3.0-or-later
"""RoCE congestion control of a host's ports: ECN for each priority, the class of CNPs, DCQCN's values. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..backends import congestion_files as files
from ..reconcile import Change, Row, Rows
from ..subject import Action, Folder, Options, Put, Read, Seen
from . import nic_models

NAME = "roce_cc"
KEY = ("port", "hca")
BLANK: Row = {}
GLOBS = {"ecn": "/sys/class/net/{port}/ecn/*/*", "enable": "/sys/class/net/{port}/ecn/*/enable/*"}
DEBUG = "debug"  # label of what mlx5 keeps in debugfs, for all ports at once
PLACES = "places"  # the option that a look at the host adds
NAMES = (*files.DEBUGFS, *(name for name in files.BNXT if name not in files.DEBUGFS))


def probes(want: Rows, options: Options) -> dict[str, Read]:
    """What tells each port's driver and which files that one has."""
    looks: dict[str, Read] = {DEBUG: Read(glob="/sys/kernel/debug/mlx5/*/cc_params/*")}
    for name in want:
        port, _, hca = name.partition(" ")
        looks[f"driver {name}"] = nic_models.driver_read(port)
        looks.update({f"{label} {name}": Read(glob=glob.format(port=port)) for label, glob in GLOBS.items()})
        looks[f"profile {name}"] = Read(path=f"/sys/kernel/debug/bnxt_re/{hca or port}/info")
    return looks


def chosen(seen: Mapping[str, Seen], options: Options) -> dict[str, Any]:
    """Where each port's settings lie; raises ``Unreadable`` for a NIC of which we know no way."""
    names = [label.partition(" ")[2] for label in seen if label.startswith("driver ")]
    return {PLACES: {name: _places(name, seen) for name in names}}


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """Every file, each for itself."""
    places = {name: _of(name, options) for name in want}
    looks = {f"{name}|{label}": Read(path=path) for name in want for label, path in _labels(places[name]).items()}
    return {**looks, **{f"{name}|": nic_models.driver_read(name.partition(" ")[0]) for name in want}}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """The priorities with ECN on either side, and the values in force; what the driver does not offer is left out."""
    return {name: _row(_of(name, options), _texts(name, seen)) for name in _names(seen)}


def check(name: str, row: Row) -> None:
    """Refuse what is not a priority, and values of another name or form."""
    for side in files.SIDES:
        for priority in row.get(f"ecn_{side}", []):
            if priority not in files.PRIORITIES:
                raise ValueError(f"config[{name}].ecn_{side}: {priority} is not a priority; allowed: 0 to 7")
    for setting, value in row.get("values", {}).items():
        if setting not in NAMES:
            raise ValueError(f"config[{name}].values.{setting}: not known; allowed: {', '.join(NAMES)}")
        if not isinstance(value, int) or not 0 <= value < 1 << 32:
            raise ValueError(f"config[{name}].values.{setting}: {value!r}; allowed: a whole number below 2^32")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Only the files that differ; where a driver wants it, made first and brought into force last."""
    return [action for change in changes for action in _actions(change, _of(change.name, options))]


def _places(name: str, seen: Mapping[str, Seen]) -> files.Places:
    port, _, hca = name.partition(" ")
    look = seen[f"driver {name}"]
    driver = nic_models.driver_of(look)
    nic_models.refuse_unknown(driver, NAME, port)
    if driver == "bnxt_en":
        return files.bnxt(hca or port, seen[f"profile {name}"].text)
    there = [path for label in (DEBUG, *(f"{one} {name}" for one in GLOBS)) for path in seen[label].files]
    return files.mlx5(port, nic_models.slot_of(look), there)


def _of(name: str, options: Options) -> files.Places:
    places = options.get(PLACES, {})
    if name not in places:
        raise ValueError(f"config[{name}]: where its NIC keeps this is only known on the host; use check mode there")
    found = places[name]
    assert isinstance(found, files.Places)
    return found


def _labels(places: files.Places) -> dict[str, str]:
    guards = {f"guard {name}": path for name, (path, _) in places.guards.items()}
    return {**{f"value {name}": path for name, path in places.values.items()}, **places.enable, **guards}


def _names(seen: Mapping[str, Seen]) -> list[str]:
    return [label[:-1] for label in seen if label.endswith("|")]


def _texts(name: str, seen: Mapping[str, Seen]) -> dict[str, str]:
    start = f"{name}|"
    looks = {label[len(start) :]: look for label, look in seen.items() if label.startswith(start)}
    return {label: look.text.strip() for label, look in looks.items() if not look.missing and not look.rc}


def _row(places: files.Places, texts: Mapping[str, str]) -> Row:
    row: Row = {"values": {name: _number(texts[f"value {name}"]) for name in _in_force(places, texts)}}
    for side in files.SIDES:
        shown = {priority: texts.get(f"{side} {priority}") for priority in files.PRIORITIES}
        if places.enable:
            row[f"ecn_{side}"] = [priority for priority, text in shown.items() if text == "1"]
    return row


def _in_force(places: files.Places, texts: Mapping[str, str]) -> list[str]:
    """The values that count: some only where another file says so."""
    readable = [name for name in places.values if _is_number(texts.get(f"value {name}", ""))]
    return [
        name for name in readable if name not in places.guards or texts.get(f"guard {name}") == places.guards[name][1]
    ]


def _is_number(text: str) -> bool:
    try:
        _number(text)
    except ValueError:
        return False
    return True


def _number(text: str) -> int:
    """mlx5 writes decimal, bnxt_re hexadecimal with 0x."""
    return int(text, 16) if text.startswith("0x") else int(text)


def _actions(change: Change, places: files.Places) -> list[Action]:
    before, after = change.before.get("values", {}), change.after.get("values", {})
    values = [name for name in sorted(after) if before.get(name) != after[name]]
    _refuse(change.name, values, places)
    puts: list[Action] = [Put(places.values[name], str(after[name])) for name in values]
    puts += [put for side in files.SIDES for put in _switches(change, side, places)]
    first = [Folder(places.folder)] if places.folder and puts else []
    last = [Put(places.apply, "1")] if places.apply and puts else []
    return [*first, *puts, *last]


def _refuse(name: str, values: list[str], places: files.Places) -> None:
    """Refuse what this port's driver does not offer, and what its firmware would not let be."""
    for value in values:
        if value not in places.values:
            offered = (
                ", ".join(sorted(places.values)) or "nothing; debugfs must be mounted and readable, or OFED's driver"
            )
            raise ValueError(f"config[{name}].values.{value}: {places.driver} has no file for it; allowed: {offered}")
        if value in places.firmware:
            raise ValueError(
                f"config[{name}].values.{value}: the NIC's firmware sets it (service profile); leave it out"
            )


def _switches(change: Change, side: str, places: files.Places) -> list[Put]:
    field = f"ecn_{side}"
    if change.after.get(field) == change.before.get(field):
        return []
    if not places.enable:
        raise ValueError(
            f"config[{change.name}].{field}: {places.driver} has no switch for each priority here; leave it out and set"
            " ROCE_CC_PRIO_MASK_P1 with host_mlxconfig, or use MLNX_OFED's driver"
        )
    before, after = {*change.before.get(field, [])}, {*change.after[field]}
    return [Put(places.enable[f"{side} {one}"], str(int(one in after))) for one in sorted(before ^ after)]
