#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Build the guests' disk, kernel and QEMU where they are not there yet, and print the folders of image and QEMU.

All of it comes from Debian packages and lies in ~/.cache/disagg/vm, by the hash of its recipe. --remove removes it.
"""

from __future__ import annotations

import fcntl
import lzma
import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from lab import debian
from lab.command import Failed, run, say
from lab.vm import recipe

LAB = ROOT / "lab"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "disagg/vm"
PATIENCE = 900  # seconds that one command may take on a slow mirror
OPTIONS = (
    '--aptopt=APT::Install-Recommends "false"',
    '--aptopt=Acquire::Languages "none"',
    *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("man", "doc", "locale")),
)
# What init needs before the disk is there; Debian has all of it as modules.
EARLY = ("virtio_pci", "virtio_blk", "ext4")


def bootstrap(tree: recipe.Tree) -> Path:
    """The folder of one tree, filled from the mirror where it is not there."""
    folder = CACHE / tree.folder
    if not folder.exists():
        partial = fresh(folder.with_name(f"{folder.name}.partial"))
        release = [f'--aptopt=APT::Default-Release "{tree.release}"'] if tree.release else []
        include = f"--include={','.join(tree.packages)}"
        lines = recipe.sources(*debian.mirrors())
        words = ("mmdebstrap", "--quiet", f"--variant={tree.variant}", *OPTIONS, *release, include)
        run(*words, recipe.SUITE, str(partial), *lines, timeout=PATIENCE)
        partial.rename(folder)
    return folder


def image(root: Path, builder: Path, folder: Path) -> None:
    """Make the image's folder: disk, kernel and its first program. The builder is worked in, the root is copied."""
    work = fresh(CACHE / "work")
    try:
        guest = work / "root"
        run("cp", "--archive", "--reflink=auto", str(root), str(guest), timeout=PATIENCE)
        version = next((builder / "usr/lib/modules").iterdir()).name
        partial = work / "image"
        partial.mkdir()
        make_usable(builder)
        shutil.copy2(builder / f"boot/vmlinuz-{version}", partial / "vmlinuz")
        give_modules(guest, builder, version)
        lay_over(guest)
        first_program(guest, builder, version, partial / "initrd.img")
        disk(guest, partial / "disk.ext4")
        partial.rename(folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def make_usable(builder: Path) -> None:
    """Let commands run in a tree whose packages were only extracted."""
    for name in ("bin", "sbin", "lib", "lib64"):
        if not (builder / name).exists():
            (builder / name).symlink_to(f"usr/{name}")
    for name, target in (("sh", "dash"), ("awk", "mawk")):
        link = builder / "usr/bin" / name
        if not link.exists():
            link.symlink_to(target)


def give_modules(guest: Path, builder: Path, version: str) -> None:
    """Compile dcbsim for the kernel and give the guest its modules, without those no guest has a device for."""
    sources = fresh(builder / "root/dcbsim")
    for path in recipe.module_sources(LAB):
        shutil.copy2(path, sources)
    headers = f"/usr/src/linux-headers-{version}"
    run("chroot", str(builder), "make", "-s", "-C", headers, "M=/root/dcbsim", "modules", timeout=PATIENCE)
    (guest / "usr/lib/modules").mkdir(exist_ok=True)
    run("cp", "--archive", str(builder / "usr/lib/modules" / version), str(guest / "usr/lib/modules"), timeout=PATIENCE)
    modules = guest / "usr/lib/modules" / version
    for part in recipe.PRUNED:
        shutil.rmtree(modules / "kernel" / part, ignore_errors=True)
    for link in ("build", "source"):
        (modules / link).unlink(missing_ok=True)
    (modules / "extra").mkdir()
    shutil.copy2(sources / "dcbsim.ko", modules / "extra")
    run("chroot", str(guest), "depmod", version, timeout=PATIENCE)


def lay_over(guest: Path) -> None:
    """Lay the lab's own files over the guest's root, and let no two guests share a key or an identity."""
    for layer in recipe.overlays(LAB):
        place = guest / layer.target
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        shutil.copy2(layer.source, place, follow_symlinks=False)
        if not place.is_symlink():
            place.chmod(0o755 if layer.source.stat().st_mode & 0o100 else 0o644)
        os.chown(place, 0, 0, follow_symlinks=False)
    for key in (guest / "etc/ssh").glob("ssh_host_*"):
        key.unlink()
    (guest / "etc/machine-id").write_text("")


def first_program(guest: Path, builder: Path, version: str, out: Path) -> None:
    """Write the archive that the kernel starts from: busybox, init, and the modules that the disk needs."""
    folder = fresh(builder / "initrd")
    for name in ("bin", "dev", "proc", "sys", "newroot", "modules"):
        (folder / name).mkdir()
    shutil.copy2(builder / "usr/bin/busybox", folder / "bin/busybox")
    (folder / "bin/sh").symlink_to("busybox")
    shutil.copy2(LAB / "vm/init", folder / "init")
    names = [unpacked(guest / path.lstrip("/"), folder / "modules") for path in needed(guest, version)]
    (folder / "modules.load").write_text("".join(f"/modules/{name}\n" for name in names))
    run("chroot", str(builder), "sh", "-c", "cd /initrd && find . | cpio -o -H newc --quiet > /initrd.img")
    shutil.move(builder / "initrd.img", out)


def needed(guest: Path, version: str) -> list[str]:
    """The files of the early modules and of what they depend on, in the order in which they load."""
    shown = [run("chroot", str(guest), "modprobe", "-S", version, "--show-depends", name) for name in EARLY]
    lines = [line.split() for text in shown for line in text.splitlines()]
    return list(dict.fromkeys(words[1] for words in lines if words[0] == "insmod"))


def unpacked(module: Path, folder: Path) -> str:
    """Copy a module uncompressed; its name without the packing."""
    packed = module.suffix == ".xz"
    name = module.stem if packed else module.name
    (folder / name).write_bytes(lzma.decompress(module.read_bytes()) if packed else module.read_bytes())
    return name


def disk(guest: Path, out: Path) -> None:
    """Write the root as a file system; without a journal, for no guest outlives its rack."""
    run("mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", str(guest), str(out), f"{recipe.SIZE}M")


def fresh(folder: Path) -> Path:
    """The folder, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


@contextmanager
def alone() -> Iterator[None]:
    """Wait for another build of this user to end."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def qemu() -> Path:
    """The folder of QEMU, which is there once a guest was made."""
    return CACHE / recipe.trees(LAB)[2].folder


def ready() -> tuple[Path, Path]:
    """The folders of image and QEMU, built where they are not there."""
    root, kernel, qemu = trees = recipe.trees(LAB)
    folder = CACHE / recipe.image_folder(LAB)
    if folder.exists() and (CACHE / qemu.folder).exists():
        return folder, CACHE / qemu.folder
    with alone():
        if os.geteuid() != 0:
            raise Failed("only root can build guests, as mmdebstrap and chroot need it")
        debian.install()
        say("Taking the guests' Debian, kernel and QEMU from the mirror (about a minute the first time) ...")
        with ThreadPoolExecutor() as pool:
            found = dict(zip(trees, pool.map(bootstrap, trees)))
        if not folder.exists():
            say("Making their disk ...")
            image(found[root], found[kernel], folder)
    return folder, found[qemu]


def main(words: list[str]) -> int:
    """Do what the command line asks."""
    try:
        if "--remove" in words:
            shutil.rmtree(CACHE, ignore_errors=True)
            return 0
        print(*ready(), sep="\n")
    except (Failed, debian.Missing) as error:
        print(f"guests: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
