#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Print the pinned Python packages of pyproject.toml, one a line; arguments name the optional sets to add."""

from __future__ import annotations

import sys
from pathlib import Path

import tomllib


def pins(pyproject: str, extras: list[str]) -> list[str]:
    """The requirements of a pyproject.toml: the project's own, then those of each set."""
    project = tomllib.loads(pyproject)["project"]
    return [*project["dependencies"], *(pin for extra in extras for pin in project["optional-dependencies"][extra])]


if __name__ == "__main__":
    print(*pins((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(), sys.argv[1:]), sep="\n")
