# SPDX-License-Identifier: GPL-3.0-or-later
"""Where NVIDIA's library comes from: NCCL_LIBRARY, or the folder it was installed into; CI installs it there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PIN = "nvidia-nccl-cu12==2.32.3"  # 352 MB to fetch, 474 MB on disk, so it is in no environment of ours
FOLDER = Path(os.environ.get("NCCL_JUDGE", "/tmp/nccl-judge"))


@pytest.fixture(scope="session")
def library() -> Path:
    """Path of libnccl.so.2."""
    named = os.environ.get("NCCL_LIBRARY")
    found = Path(named) if named else FOLDER / "nvidia/nccl/lib/libnccl.so.2"
    if not found.exists() and not named and os.environ.get("CI") == "true":
        install()
    if not found.exists():
        how = f"pip install --no-deps --target {FOLDER} {PIN}"
        pytest.skip(f"skipped: no data: {found} is not there; install it with: {how}")
    return found


def install() -> None:
    """Fetch the library; a part of it is never taken for the whole."""
    part = FOLDER.with_name(f"{FOLDER.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", os.fspath(part), PIN]
    subprocess.run(command, check=True, timeout=1200)
    part.rename(FOLDER)
