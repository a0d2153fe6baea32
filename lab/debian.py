# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that set-up needs from Debian packages, and how they get here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

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
}
# Programs that Debian keeps off the PATH or that a user's PATH does not name.
ELSEWHERE = ("/usr/sbin", "/sbin", "/usr/lib/podman", "/usr/libexec/podman")
HEADERS = {"/usr/include/linux/dcbnl.h": "linux-libc-dev", "/usr/include/stdlib.h": "libc6-dev"}


class Missing(Exception):
    """Set-up cannot go on; the message says what to install."""


def program(name: str) -> str | None:
    """The path of a program, also where it is off the PATH; None where it is not installed."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *ELSEWHERE]))


def missing() -> list[str]:
    """The Debian packages that are still needed."""
    programs = [package for name, package in PACKAGE_OF.items() if not program(name)]
    return sorted({*programs, *(package for path, package in HEADERS.items() if not os.path.exists(path))})  # noqa: PTH110


def install() -> None:
    """Install what is missing; say what to do where this may not."""
    packages = missing()
    if not packages:
        return
    words = " ".join(packages)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Missing(f"these programs are not installed: as root, apt-get install {words}")
    print(f"Installing Debian packages: {words}", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "--no-install-recommends", *packages]):
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"'{' '.join(command)}' failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")
