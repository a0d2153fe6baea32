# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads cluster.yml and names line and column of all that is wrong with it. On the controller only."""

from __future__ import annotations

from pathlib import Path

from ..spec.load import load
from ..spec.model import Spec
from ..spec.problem import SpecError
from .yaml_position import locate, twice

try:
    import yaml
except ImportError:  # targets have no PyYAML and never come here
    yaml = None  # type: ignore[assignment]


def read_spec(path: str) -> Spec:
    """The spec in a file; raises ``ValueError`` with one line for each problem."""
    try:
        text = Path(path).read_text()
    except (OSError, UnicodeDecodeError) as error:
        told = getattr(error, "strerror", None) or error
        raise ValueError(f"{path}: {told}; allowed: a readable cluster.yml; do: name its path in spec") from None
    try:
        return _parsed(text, path)
    except yaml.YAMLError as error:
        raise ValueError(f"{path}:{_syntax(error)}") from None


def _parsed(text: str, path: str) -> Spec:
    problems = [
        (line, column, f"{at}: written twice, first in line {first}; allowed: each key once; do: keep one of the two")
        for at, first, line, column in twice(text)
    ]
    try:
        spec = load(yaml.safe_load(text))
    except SpecError as error:
        problems += [(*locate(text, problem.path), str(problem)) for problem in error.errors]
    if problems:
        raise ValueError("\n".join(f"{path}:{line}:{column} {told}" for line, column, told in sorted(problems)))
    return spec


def _syntax(error: yaml.YAMLError) -> str:
    """Where and why a text is no YAML."""
    mark = getattr(error, "problem_mark", None)
    where = f"{mark.line + 1}:{mark.column + 1}" if mark else "1:1"
    told = ", ".join(part for part in (getattr(error, "context", None), getattr(error, "problem", None)) if part)
    return f"{where} {told or error}; allowed: YAML; do: correct the line, often it is the one above"
