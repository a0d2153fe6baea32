# SPDX-License-Identifier: GPL-3.0-or-later
"""The program of the boot unit: this collection's own code, as much of it as boot needs, in one zip archive. Pure."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Mapping

START = "edge/boot.py"
PACKAGE = "disagg"
MAIN = """\
import sys

from disagg.edge.boot import main

sys.exit(main(sys.argv[1:]))
"""
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip archive can hold

Sources = Mapping[str, str]  # text by path below module_utils


def program(sources: Sources) -> bytes:
    """The archive: the same bytes for the same sources, so that its hash says whether a host has it."""
    files = {f"{PACKAGE}/{path}": sources[path] for path in needed(sources, START)}
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as pack:  # stored: zlib's bytes differ between its versions
        for name, text in sorted({**files, "__main__.py": MAIN}.items()):
            pack.writestr(zipfile.ZipInfo(name, EPOCH), text)
    return archive.getvalue()


def needed(sources: Sources, start: str) -> list[str]:
    """``start`` and all it imports from here, with the packages they lie in."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [*_imports(sources, path), *_packages(path)]
    return sorted(found)


def _imports(sources: Sources, path: str) -> list[str]:
    """The files of the relative imports in ``path``; a name may be a module or something in one."""
    nodes = [node for node in ast.walk(ast.parse(sources[path])) if isinstance(node, ast.ImportFrom) and node.level]
    stems = [stem for node in nodes for stem in _stems(path, node)]
    candidates = [file for stem in stems for file in (f"{stem}.py", f"{stem}/__init__.py")]
    return [file for file in candidates if file in sources]


def _stems(path: str, node: ast.ImportFrom) -> list[str]:
    base = path.split("/")[: -node.level]
    inside = [*base, *(node.module or "").split(".")] if node.module else base
    return ["/".join(inside), *("/".join([*inside, alias.name]) for alias in node.names)]


def _packages(path: str) -> list[str]:
    """The ``__init__.py`` of every folder above ``path``."""
    folders = path.split("/")[:-1]
    return ["/".join([*folders[:depth], "__init__.py"]) for depth in range(len(folders) + 1)]
