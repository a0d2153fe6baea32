# SPDX-License-Identifier: GPL-3.0-or-later
"""Which ports and addresses a finding is about, so that it can be laid beside a link or a path. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..findings import Finding

_BETWEEN = re.compile(r"[\s,;|()]+")


def touches(finding: Finding, names: Iterable[str]) -> bool:
    """Whether the finding's place or wish names one of these ports, addresses or fields."""
    return bool(_named(finding) & {*names})


def _named(finding: Finding) -> set[str]:
    words = {word for word in _BETWEEN.split(f"{finding.where} {finding.wanted}") if word}
    return {part for word in words for part in (word, word.partition("/")[0], *word.split("."))}
