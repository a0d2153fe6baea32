# SPDX-License-Identifier: GPL-3.0-or-later
"""From the document in cluster.yml to a ``Spec``, or to everything that is wrong with it."""

from __future__ import annotations

from typing import Any

from .fields import SPEC
from .model import Spec
from .problem import SpecError
from .rules import broken
from .shape import Reading


def load(document: Any) -> Spec:
    """The spec in a document as YAML gives it; raises ``SpecError`` with every problem."""
    reading = Reading()
    reading.read(SPEC, document, "")
    problems = reading.problems + broken(reading)
    if problems:
        raise SpecError(problems)
    spec: Spec = reading.values[""]
    return spec
