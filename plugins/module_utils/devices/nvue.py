# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of a Cumulus Linux switch's NVUE configuration, read as ``nv config show`` and changed as a pending one. Pure.

``nvue_config`` applies what this stages. Grammar: Cumulus Linux 5.14, "NVUE CLI".
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..reconcile import Change, Row, Rows
from ..subject import Action, Options, Read, Run, Seen, Write, text_of
from . import nvue_tree
from .nvue_tree import THERE

NAME = "nvue"
KEY = ("path",)
BLANK: Row = {"value": None}  # a place that is not there; one that only is there has the value ""
APPLIED = "applied"
SHOW = ("nv", "config", "show", "-o", "json")
PATCH = "/run/disagg/nvue.patch.yaml"
REMEDY = "look at 'nv config show' on the switch"
MODE = "qos roce mode"
SWITCHED_OFF = (("qos roce enable", "off"), ("qos roce state", "disabled"))


def reads(want: Rows, options: Options) -> dict[str, Read]:
    """The whole applied configuration."""
    return {APPLIED: Read(SHOW)}


def parse(seen: Mapping[str, Seen], options: Options) -> Rows:
    """Every place of the tree with its value; a RoCE mode that is switched off reads as ``off``."""
    found = nvue_tree.rows(nvue_tree.tree(text_of("NVUE", seen[APPLIED], REMEDY), REMEDY))
    off = any(found.get(path) == {"value": value} for path, value in SWITCHED_OFF)
    return {**found, MODE: {"value": "off"}} if off and MODE in found else found


def check(name: str, row: Row) -> None:
    """Refuse what no ``nv set`` says: words apart by more than one space, a value that is no text or has spaces."""
    if name.split(" ") != name.split():
        raise ValueError(f"config[{name}]: not a path of NVUE; write its words with one space between them")
    value = row.get("value", THERE)
    if not isinstance(value, str) or value.split() not in ([], [value]):
        raise ValueError(f"config[{name}].value: {value!r} is not one word; put it in quotes, without spaces")


def render(changes: list[Change], after: Rows, options: Options) -> list[Action]:
    """Stage all that differs: what goes one by one, the rest as one patch, which NVUE takes whole or refuses."""
    actions: list[Action] = [Run(tuple(line.split())) for line in _unset(changes)]
    wanted = {change.name: change.after["value"] for change in changes if change.after["value"] is not None}
    if wanted:
        text = json.dumps([{"set": nvue_tree.nested(wanted)}], indent=2) + "\n"
        actions += [Write(PATCH, text), Run(("nv", "config", "patch", PATCH))]
    return actions


def lines(changes: list[Change]) -> list[str]:
    """The same change as a person would enter it."""
    wanted = [change for change in changes if change.after["value"] is not None]
    return [*_unset(changes), *(f"nv set {change.name} {change.after['value']}".rstrip() for change in wanted)]


def _unset(changes: list[Change]) -> list[str]:
    """What goes, without what goes with a place above it."""
    gone = [change.name for change in changes if change.after["value"] is None]
    return [f"nv unset {name}" for name in gone if not any(name.startswith(f"{above} ") for above in gone)]
