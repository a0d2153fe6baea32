# SPDX-License-Identifier: GPL-3.0-or-later
"""What went wrong, told the way Terraform shows it: a headline, the rest, and the attribute it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

from .messages import tfplugin6

Step = Union[str, int]  # an attribute's name or a list index


class Problem(Exception):
    """An error for the person at the keyboard: what was found in ``summary``, what to do in ``detail``."""

    def __init__(self, summary: str, detail: str = "", path: Iterable[Step] = ()) -> None:
        super().__init__(summary)
        self.summary = summary
        self.detail = detail
        self.path = tuple(path)


def attribute_path(path: Iterable[Step]) -> Any:
    """Write a path the protocol's way."""
    steps = tfplugin6.AttributePath.Step
    return tfplugin6.AttributePath(
        steps=[steps(attribute_name=step) if isinstance(step, str) else steps(element_key_int=step) for step in path]
    )


def diagnostic(problem: Problem) -> Any:
    """Turn a problem into the protocol's message."""
    return tfplugin6.Diagnostic(
        severity=tfplugin6.Diagnostic.ERROR,
        summary=problem.summary,
        detail=problem.detail,
        attribute=attribute_path(problem.path) if problem.path else None,
    )
