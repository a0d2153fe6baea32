# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/spec.md from the one table of fields: ``python docs/generate_spec.py``. A test holds the page to it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from plugins.module_utils.spec.fields import SPEC  # the repository is no installed package
from plugins.module_utils.spec.shape import REQUIRED, Field, Listed, Named, Section

HEAD = """\
# cluster.yml

One file says what a cluster shall be; nothing else is written by hand. Unknown keys are refused, all errors are told at
once, each with file, line and column. `inventories/lab/cluster.yml` is a whole example. This page is generated from
`plugins/module_utils/spec/fields.py` by `docs/generate_spec.py`.
"""


def section_of(shape: Any) -> Section | None:
    """The section a shape holds: itself, one for each name, or one for each entry."""
    inner = shape.section if isinstance(shape, Named) else shape.kind if isinstance(shape, Listed) else shape
    return inner if isinstance(inner, Section) else None


def title(shape: Any, path: str) -> str:
    if isinstance(shape, Named):
        return f"{path}.<name>"
    return f"{path}[ ]" if isinstance(shape, Listed) else path


def sections(section: Section, path: str, help: str) -> Iterator[str]:
    """One part of the page for a section, then one for each below it."""
    yield f"## {f'`{path}`' if path else 'The whole file'}\n\n{help}\n\n{table(section)}"
    for key, field in section.fields.items():
        inner = section_of(field.kind)
        if inner:
            yield from sections(inner, title(field.kind, f"{path}.{key}".lstrip(".")), field.help)


def table(section: Section) -> str:
    lines = ["| key | allowed | if left out | meaning |", "|---|---|---|---|"]
    lines += [
        f"| `{key}` | {allowed(field)} | {default(field)} | {field.help} |" for key, field in section.fields.items()
    ]
    return "\n".join(lines) + "\n"


def allowed(field: Field) -> str:
    """What a field allows, or where the part of the page on it is."""
    if not section_of(field.kind):
        return str(field.kind.allowed)
    return "see below" if isinstance(field.kind, Section) else f"{field.kind.allowed}, see below"


def default(field: Field) -> str:
    if field.default is REQUIRED:
        return "must be there"
    if field.default is None:
        return "see meaning" if "Left out" in field.help else "none"
    value = field.default
    if isinstance(value, tuple):
        return f"`[{', '.join(value)}]`"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def page() -> str:
    parts = sections(SPEC, "", "Rules that hold between keys are told by the error that names them.")
    return HEAD + "\n" + "\n".join(parts)


if __name__ == "__main__":
    (ROOT / "docs/spec.md").write_text(page())
