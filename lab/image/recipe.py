# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes into the lab image, and the names that follow from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# Debian 12: its systemd (252) is the last that also runs under cgroup v1 and hybrid hosts.
SUITE = "bookworm"
IMAGE = "localhost/disagg-lab"
BASE = "localhost/disagg-lab-base"
# Shipped keys would be the same on every node; an empty machine-id is filled in at boot; lldpad is there and off.
CLEAN = (
    "rm -f $1/etc/ssh/ssh_host_* $1/etc/systemd/system/*.wants/lldpad.* && : >$1/etc/machine-id"
    " && rm -rf $1/var/lib/apt/lists/* $1/var/cache/apt/*.bin"
)


@dataclass(frozen=True)
class Layer:
    """One file or link to lay over the image."""

    target: str
    source: Path


def packages(folder: Path) -> list[str]:
    """The Debian packages that packages.txt in a folder names, sorted."""
    lines = (folder / "packages.txt").read_text().splitlines()
    return sorted(line for line in lines if line and not line.startswith("#"))


def overlays(lab: Path) -> list[Layer]:
    """Everything that is laid over /, sorted by its place."""
    return placed([lab / "image/rootfs", *sorted(lab.glob("standins/*/rootfs"))])


def placed(roots: list[Path]) -> list[Layer]:
    """The files and links below some roots, sorted by their place; the later of two roots wins."""
    found = {str(path.relative_to(root)): path for root in roots for path in root.rglob("*") if _carried(path)}
    return [Layer(target, found[target]) for target in sorted(found)]


def libraries(lab: Path) -> dict[str, list[Path]]:
    """Where each stand-in's library lies in the image, and the C sources that it is compiled from."""
    folders = sorted({path.parent for path in lab.glob("standins/*/*.c")})
    return {f"usr/local/lib/lab/{folder.name}.so": sorted(folder.glob("*.[ch]")) for folder in folders}


def base_name(lab: Path) -> str:
    """The name of the image that holds Debian alone."""
    hashed = digest([SUITE, CLEAN, *packages(lab / "image")])
    return f"{BASE}:{hashed}"


def image_name(lab: Path) -> str:
    """The name of the whole image: the hash of everything that goes into it."""
    files = [word for layer in overlays(lab) for word in (layer.target, content(layer.source))]
    compiled = [word for name, paths in libraries(lab).items() for word in (name, *map(Path.read_text, paths))]
    recipe = [(lab / "image" / name).read_text() for name in ("Containerfile", "build.py", "recipe.py")]
    return f"{IMAGE}:{digest([base_name(lab), *files, *compiled, *recipe])}"


def _carried(path: Path) -> bool:
    """Whether a path is a file or link of ours, not what Python left beside it."""
    return (path.is_symlink() or path.is_file()) and "__pycache__" not in path.parts


def content(path: Path) -> str:
    """Whether a file is a program, and its content; or a link's target."""
    if path.is_symlink():
        return f"-> {path.readlink()}"
    return f"{'program' if path.stat().st_mode & 0o100 else 'file'} {path.read_text()}"


def digest(words: Iterable[str]) -> str:
    """Twelve hex digits that change with any of the words."""
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]
