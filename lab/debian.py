#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that set-up needs from Debian packages, and how they get here."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE_OF = {
    "podman": "podman",
    "runc": "runc",
    "netavark": "netavark",
    "aardvark-dns": "aardvark-dns",
    "iptables": "iptables",
    "nft": "nftables",
    "newuidmap": "uidmap",
    "mmdebstrap": "mmdebstrap",
    "gcc": "gcc",
    "ssh-keygen": "openssh-client",
    "ip": "iproute2",
    "mke2fs": "e2fsprogs",
}
JUDGES = {"yanglint": ("libyang2-tools", "libyang-tools")}  # only tests want it; Debian 12 and 13 name it differently
HEADERS = {"/usr/include/linux/dcbnl.h": "linux-libc-dev", "/usr/include/stdlib.h": "libc6-dev"}
# Where Debian keeps programs that a PATH need not name.
ELSEWHERE = ("/usr/sbin", "/sbin", "/usr/lib/podman", "/usr/libexec/podman")
OLDEST_PYTHON = (3, 11)


class Missing(Exception):
    """Set-up cannot go on; the message says what is missing and what to do."""


def program(name: str) -> str | None:
    """The path of a program, also where it is off the PATH; None where it is not installed."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *ELSEWHERE]))


def missing() -> list[str]:
    """The Debian packages that are still needed, sorted."""
    programs = [package for name, package in PACKAGE_OF.items() if not program(name)]
    headers = [package for path, package in HEADERS.items() if not Path(path).exists()]
    venv = [] if importlib.util.find_spec("ensurepip") else ["python3-venv"]
    return sorted({*programs, *headers, *venv})


def install() -> None:
    """Install what is missing; say what to do where this may not."""
    packages = missing()
    if not packages:
        return
    words = " ".join(packages)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Missing(f"these Debian packages are missing: {words}. As root: apt-get install {words}")
    print(f"Installing Debian packages: {words} ...", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "--no-install-recommends", *packages]):
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"'{' '.join(command)}' failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")


def mirrors() -> tuple[str, str]:
    """The URLs of this machine's Debian mirror and of its security updates, the latter empty where it has none.

    LAB_MIRROR names another mirror; apt then knows nothing of its security updates.
    """
    if os.environ.get("LAB_MIRROR"):
        return os.environ["LAB_MIRROR"], ""
    wanted = ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    told = subprocess.run(wanted, capture_output=True, text=True).stdout if shutil.which("apt-get") else ""
    found = dict(line.split(" ", 1) for line in told.splitlines() if " " in line)
    if "Debian" not in found:
        raise Missing("apt knows no Debian mirror here: run 'apt-get update', or name one: LAB_MIRROR=URL")
    return found["Debian"], found.get("Debian-Security", "")


def judges() -> None:
    """Install what judges our files in tests; a test whose judge cannot be had says so and is skipped."""
    for name, packages in JUDGES.items():
        if program(name) or os.geteuid() != 0 or not shutil.which("apt-get"):
            continue
        for package in packages:
            command = ["apt-get", "install", "-qy", "--no-install-recommends", package]
            if subprocess.run(command, capture_output=True).returncode == 0:
                print(f"Installed Debian package {package} for {name}", file=sys.stderr)
                break


def main() -> int:
    """Bring every program here, or say which cannot be brought; with --judges also what only tests want."""
    if sys.version_info < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        print(f"lab: Python {sys.version.split()[0]} is too old; make PYTHON=python{oldest} ...", file=sys.stderr)
        return 1
    try:
        install()
        if "--judges" in sys.argv[1:]:
            judges()
    except Missing as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
