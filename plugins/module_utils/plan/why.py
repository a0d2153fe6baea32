# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a number is what it is: the formula, what went in, and who says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Why:
    """``inputs`` by name, in the order of the formula; ``source`` is where the formula stands."""

    formula: str
    inputs: Mapping[str, object]
    source: str

    def told(self) -> str:
        """One line for a person."""
        inputs = ", ".join(f"{name} = {_shown(value)}" for name, value in self.inputs.items())
        return f"{self.formula}{'; ' if inputs else ''}{inputs} ({self.source})"


def reason(number: str, value: str, why: Why) -> dict[str, str]:
    """A number of a plan with its reason, as the plan's file holds it."""
    return {"number": number, "value": value, "why": why.told()}


def _shown(value: object) -> str:
    """A value as a person reads it: fractions to six digits."""
    return f"{float(value):g}" if isinstance(value, (float, Fraction)) else str(value)
