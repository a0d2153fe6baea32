# SPDX-License-Identifier: GPL-3.0-or-later
"""Every check there is, one session each; ``make test`` runs them all in the environment that ``make setup`` made."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).parent
nox.options.default_venv_backend = "none"
nox.options.stop_on_first_error = False
nox.options.sessions = ["lint", "types", "unit", "terraform", "sanity", "judge", "vm", "molecule", "lab"]


@nox.session
def lint(session: nox.Session) -> None:
    """Formats and rules of Python, YAML, Ansible and Terraform, with no rule skipped."""
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("yamllint", "--strict", ".")
    session.run("ansible-lint", "--offline", "--profile", "production", "--strict")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types in the core and the edges."""
    session.run("mypy")


@nox.session
def unit(session: nox.Session) -> None:
    """The pure core, the golden clusters, recordings, the inventory plugin, and how the work grows with the cluster."""
    session.run("pytest", "tests/unit", "tests/golden", "tests/bench", *session.posargs)


@nox.session
def terraform(session: nox.Session) -> None:
    """Terraform's own tests of every module, and the provider and the driver with a real Terraform."""
    session.run("pytest", "tests/terraform", *session.posargs)


@nox.session
def sanity(session: nox.Session) -> None:
    """ansible-test's judgement of modules and plugins, on a copy where it expects a collection."""
    session.run(sys.executable, "tests/sanity/run.py")


@nox.session
def judge(session: nox.Session) -> None:
    """NVIDIA's own library reads every nccl.conf of ours; CI fetches it, elsewhere the skipped tests say how to."""
    session.run("pytest", "tests/judge", *session.posargs)


@nox.session
def molecule(session: nox.Session) -> None:
    """Every role on container targets; ``nox -s molecule -- host_fabric`` runs one."""
    scenarios = session.posargs or sorted(path.parent.name for path in ROOT.glob("extensions/molecule/*/molecule.yml"))
    with session.chdir("extensions"):
        for scenario in scenarios:
            session.run("molecule", "test", "--scenario-name", scenario)


@nox.session
def lab(session: nox.Session) -> None:
    """The whole road on a lab of its own, and the drill."""
    session.run("pytest", "tests/lab", *session.posargs)


@nox.session
def vm(session: nox.Session) -> None:
    """Two virtual machines with real kernels: the short tests; `nox -s vm -- tests/vm` runs all of them."""
    session.run("pytest", *(session.posargs or ("tests/vm", "-m", "not long")))


@nox.session
def clean(session: nox.Session) -> None:
    """Remove what tests left in the tree."""
    for path in ("tests/output", ".pytest_cache", ".mypy_cache", ".ruff_cache"):
        shutil.rmtree(ROOT / path, ignore_errors=True)
    session.log("cleaned %s", os.fspath(ROOT))
