# SPDX-License-Identifier: GPL-3.0-or-later
"""The ``sources`` option of the inventory plugin, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .contract_values import meant
from .spec.problem import either, shown

KINDS = ("state", "terraform", "file")
ALLOWED = {"state": {"workspace"}, "terraform": {"workspace", "binary"}, "file": set[str]()}


@dataclass(frozen=True)
class Source:
    """Where nodes are told: ``kind`` is one of KINDS; ``path`` as written; empty is Terraform's own default."""

    kind: str
    path: str
    workspace: str = ""
    binary: str = ""


def read_sources(entries: Any, where: str) -> list[Source]:
    """The sources in order; raises ``ValueError`` with one line for each fault, which begins with ``where``."""
    if not isinstance(entries, list) or not entries:
        raise ValueError(f"{where}: sources: there are none; name at least one, such as `- state: terraform.tfstate`")
    wrong = [f"{where}: sources[{index}]{told}" for index, entry in enumerate(entries) for told in _wrong(entry)]
    wrong = wrong or [
        f"{where}: sources[{index}]: the same as sources[{entries.index(entry)}]; list it once"
        for index, entry in enumerate(entries)
        if entry in entries[:index]
    ]
    if wrong:
        raise ValueError("\n".join(wrong))
    return [_source(entry) for entry in entries]


def _wrong(entry: Any) -> list[str]:
    kinds = [kind for kind in KINDS if isinstance(entry, dict) and kind in entry]
    if len(kinds) != 1:
        return [f": found {either(kinds, 'and') if kinds else 'none'}; name exactly one of {either(KINDS)}"]
    known = [kinds[0], *sorted(ALLOWED[kinds[0]])]
    unknown = [f".{key}: unknown with {kinds[0]}; {meant(key, known)}" for key in entry if key not in known]
    empty = [f".{key}: {shown(entry[key])} is not text" for key in known if key in entry and not _is_text(entry[key])]
    return unknown + empty


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _source(entry: dict[str, Any]) -> Source:
    kind = next(kind for kind in KINDS if kind in entry)
    return Source(kind, entry[kind], entry.get("workspace", ""), entry.get("binary", ""))
