#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Build the lab image where it is not there yet, write its name to .cache/image and print it.

--print only prints the name; --remove removes every lab image.
"""

from __future__ import annotations

import os
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from lab import command as command_line
from lab.command import Failed, say
from lab.image import recipe

LAB = ROOT / "lab"
CACHE = ROOT / ".cache"
NAMED = CACHE / "image"
COMPILE = ["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]


def run(*command: str) -> str:
    """What a command prints, under the lab's container settings."""
    return command_line.run(*command, environment={"CONTAINERS_CONF": str(CACHE / "containers.conf")})


def exists(image: str) -> bool:
    """Whether podman has an image of that name."""
    return image in run("podman", "images", "--format", "{{.Repository}}:{{.Tag}}").split()


def bootstrap(tar: Path) -> None:
    """Write Debian with the lab's packages to a tar file."""
    if tar.exists():
        return
    packages = recipe.packages(LAB / "image")
    say(f"Building Debian {recipe.SUITE} with {len(packages)} packages (about half a minute) ...")
    include = ",".join(packages)
    partial = tar.with_suffix(".partial.tar")
    hook = f"--customize-hook={recipe.CLEAN}"
    mirror = [os.environ["LAB_MIRROR"]] if os.environ.get("LAB_MIRROR") else []
    run("mmdebstrap", "--variant=minbase", f"--include={include}", hook, recipe.SUITE, str(partial), *mirror)
    partial.replace(tar)


def base() -> str:
    """The name of the image with Debian alone, imported where it was not."""
    name = recipe.base_name(LAB)
    if not exists(name):
        tar = CACHE / f"debian-{name.rsplit(':', 1)[1]}.tar"
        tar.parent.mkdir(exist_ok=True)
        bootstrap(tar)
        say("Importing it into podman ...")
        run("podman", "import", "--quiet", str(tar), name)
    return name


def owned_by_root(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """The same member as root's, 0755 where executable, else 0644, so that no host's umask shows."""
    member.uid, member.gid, member.uname, member.gname, member.mtime = 0, 0, "root", "root", 0
    member.mode = 0o755 if member.mode & 0o100 else 0o644
    return member


def overlay(folder: Path) -> None:
    """Write overlay.tar: the stand-ins' files and their compiled libraries."""
    with tarfile.open(folder / "overlay.tar", "w") as tar:
        for layer in recipe.overlays(LAB):
            tar.add(layer.source, arcname=layer.target, recursive=False, filter=owned_by_root)
        for target, sources in recipe.libraries(LAB).items():
            say(f"Compiling {sources[0].parent.relative_to(ROOT)} ...")
            built = folder / Path(target).name
            run(*COMPILE, "-o", str(built), *(str(source) for source in sources if source.suffix == ".c"))
            tar.add(built, arcname=target, filter=owned_by_root)


def build(name: str) -> None:
    """Make the image of that name."""
    parent = base()
    with tempfile.TemporaryDirectory(prefix="disagg-image") as folder:
        overlay(Path(folder))
        say("Laying the lab's own files over it ...")
        recipe_file = ["-f", str(LAB / "image/Containerfile"), "--build-arg", f"BASE={parent}"]
        run("podman", "build", "--quiet", "--pull-never", *recipe_file, "-t", name, folder)
    load_check(name)


def load_check(name: str) -> None:
    """Fail where a library that was compiled on this host does not load in the image."""
    libraries = [f"/{target}" for target in recipe.libraries(LAB)]
    if libraries:
        loaded = "import ctypes,sys; [ctypes.CDLL(path) for path in sys.argv[1:]]"
        run("podman", "run", "--rm", "--network", "none", name, "python3", "-c", loaded, *libraries)


def remove() -> None:
    """Remove every image that this program made, whatever its hash."""
    listed = run("podman", "images", "--format", "{{.Repository}}:{{.Tag}}").split()
    ours = [image for image in listed if image.rsplit(":", 1)[0] in (recipe.IMAGE, recipe.BASE)]
    for image in sorted(ours, key=lambda image: image.startswith(recipe.BASE)):
        run("podman", "rmi", image)
        say(f"Removed {image}.")


def keep_name(name: str) -> None:
    """Write the name where Terraform finds it, unless it is there already."""
    if not NAMED.exists() or NAMED.read_text().strip() != name:
        NAMED.parent.mkdir(exist_ok=True)
        NAMED.write_text(f"{name}\n")


def ready(name: str) -> None:
    """Have the image of that name, built where it is not there, and its name where Terraform finds it."""
    if not exists(name):
        build(name)
        say(f"Built {name}.")
    keep_name(name)


def main(words: list[str]) -> int:
    """Do what the command line asks and print the image's name."""
    name = recipe.image_name(LAB)
    try:
        if "--remove" in words:
            remove()
            return 0
        if "--print" not in words:
            ready(name)
    except Failed as error:
        print(f"lab image: {error}", file=sys.stderr)
        return 1
    print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
