# SPDX-License-Identifier: GPL-3.0-or-later
"""Run ``ansible-test sanity`` on a copy of the tree, since it insists on a path that ends in ansible_collections.

ansible-test fetches a pip of its own; a stand-in for that one file uses the pip that Python carries.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import resources
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("validate-modules", "import", "compile", "yamllint", "action-plugin-docs", "no-illegal-filenames")
GET_PIP = "import subprocess, sys\nsubprocess.run([sys.executable, '-m', 'ensurepip'], check=True)\n"


def tracked() -> list[str]:
    """What ships, of the files git knows or would add: tests hold input that is wrong on purpose."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [name for name in listed if (ROOT / name).is_file() and not name.startswith("tests/")]


def copy_to(collection: Path) -> None:
    for name in tracked():
        target = collection / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    subprocess.run(["git", "init", "--quiet"], cwd=collection, check=True)


def pip_name() -> str:
    """The file name under which this ansible-test caches its pip."""
    source = resources.files("ansible_test").joinpath("_internal/python_requirements.py").read_text()
    found = re.search(r"'(2\d\.[\d.]+)'", source)
    if not found:
        raise SystemExit("tests/sanity/run.py: ansible-test names its pip in another way now; look at its source")
    return f"get_pip_{found[1].replace('.', '_')}.py"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="disagg-sanity-") as name:
        collection = Path(name) / "ansible_collections/disagg/cluster"
        copy_to(collection)
        cache = Path(name) / ".ansible/test/cache"
        cache.mkdir(parents=True)
        (cache / pip_name()).write_text(GET_PIP)
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        command = [shutil.which("ansible-test") or "ansible-test", "sanity", "--python", python, "--color", "no"]
        chosen = [part for test in TESTS for part in ("--test", test)]
        return subprocess.run(
            [*command, *chosen], cwd=collection, env={**os.environ, "HOME": name}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
