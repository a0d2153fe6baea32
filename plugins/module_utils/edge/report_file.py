# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans, the last report and the page's template in, the report's three files out. On the controller only."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .plan_file import written_plans

try:
    import jinja2
    import yaml
except ImportError:  # targets have neither and never come here
    jinja2 = yaml = None  # type: ignore[assignment]

JSON, MARKDOWN, HTML = "report.json", "report.md", "report.html"


def read_plans(folder: str) -> dict[str, Any]:
    """The plans in a folder by host; raises ``ValueError`` where there are none."""
    texts = written_plans(folder)
    if not texts:
        raise ValueError(f"plans_folder: {folder}: no plan in it; run plan.yml first")
    return {host: yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)) for host, text in texts.items()}


def read_report(folder: str) -> dict[str, Any]:
    """The last report.json in a folder; empty where there is none yet."""
    try:
        report = json.loads((Path(folder) / JSON).read_text())
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise ValueError(f"folder: {Path(folder) / JSON}: not JSON: {error}; remove it and run verify.yml") from None
    return report if isinstance(report, dict) else {}


def page(template: str, view: Mapping[str, Any]) -> str:
    """The page as HTML; every value of ``view`` is escaped."""
    loader = jinja2.FileSystemLoader(Path(template).parent)
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    try:
        return environment.get_template(Path(template).name).render(view=view)
    except jinja2.TemplateError as error:
        raise ValueError(f"template: {template}: {type(error).__name__} {error}; it takes one variable, view") from None


def json_text(report: Mapping[str, Any]) -> str:
    """The report as its file holds it."""
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def write_all(folder: str, texts: Mapping[str, str]) -> list[str]:
    """Write each file whole, and say where they lie."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = Path(folder) / name
        started = path.with_name(f".{name}.{os.getpid()}")
        started.write_text(text)
        started.replace(path)
    return [str(Path(folder) / name) for name in texts]
