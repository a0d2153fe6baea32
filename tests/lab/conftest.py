# SPDX-License-Identifier: GPL-3.0-or-later
"""One container of the lab image with two rails, for tests of the stand-ins."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAME = f"disagg-test-{os.getpid()}"
PORTS = ("mgmt0", "rail0", "rail1")
# As the lab's Terraform provider gives them.
RIGHTS = ("--cap-add", "NET_ADMIN", "--cap-add", "NET_RAW", "--security-opt", "unmask=/proc/sys")
BOOT_LIMIT = 60.0  # seconds; an idle core needs one


@dataclass(frozen=True)
class Answer:
    """What a command line printed and its exit code."""

    stdout: str
    stderr: str
    rc: int


class Node:
    """A running container."""

    def sh(self, line: str) -> Answer:
        """What a shell in the container answers to one line."""
        done = podman("exec", NAME, "sh", "-c", line, check=False)
        return Answer(done.stdout, done.stderr, done.returncode)

    def boot(self) -> None:
        """Wait until systemd says how the boot went, which must be well."""
        deadline = time.monotonic() + BOOT_LIMIT
        while (said := self.sh("systemctl is-system-running").stdout.strip()) not in ("running", "degraded"):
            assert time.monotonic() < deadline, f"not booted within {BOOT_LIMIT:.0f} s: {said}"
            time.sleep(0.2)
        assert said == "running", self.sh("systemctl --failed --no-legend").stdout

    def restart(self) -> None:
        """Boot again."""
        podman("restart", "--time", "2", NAME)
        self.boot()


def podman(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """One podman command under the lab's container settings."""
    return subprocess.run(["podman", *words], capture_output=True, text=True, check=check, timeout=120)


@pytest.fixture(scope="session")
def image() -> str:
    """The lab image, built where it is not there."""
    engine = subprocess.run([sys.executable, ROOT / "lab/container_engine.py"], capture_output=True, text=True)
    if engine.returncode:
        pytest.skip(f"skipped: no container runs on this host: {engine.stderr.strip()}")
    os.environ["CONTAINERS_CONF"] = engine.stdout.strip()
    built = subprocess.run([sys.executable, ROOT / "lab/image/build.py"], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return built.stdout.strip()


@pytest.fixture(scope="module")
def node(image: str) -> Iterator[Node]:
    """A freshly booted container, removed afterwards with its networks."""
    try:
        for port in PORTS:
            podman("network", "create", "--disable-dns", "--internal", "--ipam-driver", "none", f"{NAME}-{port}")
        networks = [word for port in PORTS for word in ("--network", f"{NAME}-{port}:interface_name={port}")]
        podman("run", "--detach", "--name", NAME, "--systemd=always", *RIGHTS, *networks, image)
        made = Node()
        made.boot()
        yield made
    finally:
        podman("rm", "--force", "--ignore", "--time", "1", NAME, check=False)
        for port in PORTS:
            podman("network", "rm", f"{NAME}-{port}", check=False)
