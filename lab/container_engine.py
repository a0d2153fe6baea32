#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Find container settings that work on this host, write them to .cache/containers.conf, print its path.

Hosts differ: crun refuses hybrid cgroups, and a root without CAP_SYS_RESOURCE may not raise limits. So each
candidate runs one small container on a network of its own, and the first that works is kept.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from lab import debian

ROOT = Path(__file__).resolve().parents[1]
CONF = ROOT / ".cache" / "containers.conf"
PROBE = "disagg-probe"


@dataclass(frozen=True)
class Settings:
    """One way to run containers."""

    runtime: str
    cgroup_manager: str
    nofile: int
    nproc: int

    def toml(self) -> str:
        """The containers.conf of these settings."""
        return (
            "[containers]\n"
            f'default_ulimits = ["nofile={self.nofile}:{self.nofile}", "nproc={self.nproc}:{self.nproc}"]\n'
            "[engine]\n"
            f'runtime = "{self.runtime}"\n'
            f'cgroup_manager = "{self.cgroup_manager}"\n'
            'events_logger = "file"\n'
        )


def limit(kind: int, wanted: int) -> int:
    """The wanted limit, or the host's hard limit where that is lower."""
    hard = resource.getrlimit(kind)[1]
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def candidates() -> Iterator[Settings]:
    """Settings to try, the most usual first."""
    managers = ["systemd", "cgroupfs"] if Path("/run/systemd/system").is_dir() else ["cgroupfs"]
    nofile, nproc = limit(resource.RLIMIT_NOFILE, 16384), limit(resource.RLIMIT_NPROC, 16384)
    for manager in managers:
        for runtime in ("crun", "runc"):
            if debian.program(runtime):
                yield Settings(runtime, manager, nofile, nproc)


def small_root(folder: Path) -> None:
    """Fill a folder with /bin/true of this host and the libraries that it loads."""
    true = Path(shutil.which("true") or "/bin/true").resolve()
    listed = subprocess.run(["ldd", str(true)], capture_output=True, text=True, check=True).stdout
    libraries = [Path(word) for word in listed.split() if word.startswith("/")]
    for source, target in [(true, Path("/bin/true")), *((path, path) for path in libraries)]:
        place = folder / target.relative_to("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, place)
    for name in ("dev", "proc", "sys", "run", "etc", "tmp"):
        (folder / name).mkdir(exist_ok=True)


def podman(conf: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What one podman command under a conf answers, after 60 s at most."""
    environment = {**os.environ, "CONTAINERS_CONF": str(conf)}
    try:
        return subprocess.run(["podman", *words], env=environment, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124, "", "no answer within 60 s")


def fault(conf: Path, root: Path) -> str:
    """Why a container on a network of its own does not run under a conf; empty where it does."""
    name = f"{PROBE}-{os.getpid()}"
    made = podman(conf, "network", "create", "--disable-dns", name)
    try:
        ran = podman(conf, "run", "--rm", "--name", name, "--network", name, "--rootfs", str(root), "/bin/true")
    finally:
        podman(conf, "rm", "-f", "-i", name)
        podman(conf, "network", "rm", "-f", name)
    failed = next((done for done in (made, ran) if done.returncode), None)
    return failed.stderr.strip() or f"exit code {failed.returncode}" if failed else ""


def probe() -> Settings:
    """The first settings under which a container runs."""
    faults = []
    with tempfile.TemporaryDirectory(prefix=PROBE) as folder:
        root, conf = Path(folder) / "root", Path(folder) / "containers.conf"
        root.mkdir()
        small_root(root)
        for settings in candidates():
            conf.write_text(settings.toml())
            why = fault(conf, root)
            if not why:
                return settings
            faults.append(f"  {settings.runtime}, cgroups by {settings.cgroup_manager}: {why.splitlines()[-1]}")
    raise debian.Missing("no container runs on this host. Tried:\n" + "\n".join(faults))


def main() -> int:
    """Write the conf and print its path; explain where nothing runs."""
    try:
        debian.install()
        settings = probe()
    except (debian.Missing, subprocess.CalledProcessError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1
    CONF.parent.mkdir(exist_ok=True)
    partial = CONF.with_name(f".{CONF.name}.{os.getpid()}")
    partial.write_text(settings.toml())
    partial.replace(CONF)  # in one step: another podman may be reading it
    print(f"Containers run with {settings.runtime}, cgroups by {settings.cgroup_manager}.", file=sys.stderr)
    print(CONF)
    return 0


if __name__ == "__main__":
    sys.exit(main())
