# SPDX-License-Identifier: GPL-3.0-or-later
"""What guests are built from, and the names of the caches that follow from it. Pure but for reading lab/."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lab.image.recipe import Layer, content, digest, packages, placed

# Kernels before 6.12 make no volatile region, QEMU before 11 gives guests no usable memory in one.
SUITE = "trixie"
SUITES = ("trixie", "trixie-backports")
SECURITY = "trixie-security"
DEPENDS = ("linux-image-amd64", "linux-headers-amd64")  # one run of apt: a module loads only in its own kernel
COMPILER = ("gcc", "make", "libc6-dev", "perl-base")
SHELL = ("dash", "bash", "coreutils", "sed", "grep", "mawk", "findutils", "diffutils", "cpio", "busybox-static")
QEMU = ("qemu-system-x86", "seabios", "ipxe-qemu")
# Parts of the kernel that no guest has a device for; they are most of its size.
PRUNED = (
    *("sound", "net/bluetooth", "net/mac80211", "net/wireless", "arch/x86/kvm"),
    *(f"fs/{name}" for name in ("ocfs2", "ceph", "xfs", "btrfs", "bcachefs", "gfs2", "smb", "f2fs")),
    *(f"drivers/{name}" for name in ("gpu", "media", "iio", "staging", "bluetooth", "input", "hid", "usb", "scsi")),
    *(f"drivers/{name}" for name in ("net/wireless", "net/ethernet", "net/usb", "infiniband/hw", "hwmon", "isdn")),
)
SIZE = 1500  # MiB of the guests' disk, most of it a hole


@dataclass(frozen=True)
class Tree:
    """A folder that mmdebstrap fills: ``name`` says what it is, ``variant`` is mmdebstrap's.

    ``release`` is preferred; without one apt takes the newest, which security updates are, but for backports.
    """

    name: str
    variant: str
    packages: tuple[str, ...]
    release: str = ""

    @property
    def folder(self) -> str:
        """Its name in the cache."""
        return f"{self.name}-{digest([self.variant, self.release, *self.packages])}"


def trees(lab: Path) -> tuple[Tree, Tree, Tree]:
    """The guest's root, the kernel with what compiles a module for it, and QEMU."""
    return (
        Tree("root", "apt", tuple(packages(lab / "vm"))),
        Tree("kernel", "extract", (*DEPENDS, *COMPILER, *SHELL)),
        Tree("qemu", "extract", QEMU, "trixie-backports"),
    )


def overlays(lab: Path) -> list[Layer]:
    """What is laid over the guest's root: the settings of every lab node, and the guests' own."""
    return placed([lab / "image/rootfs", lab / "vm/rootfs"])


def module_sources(lab: Path) -> list[Path]:
    """The sources of dcbsim: its glue to the kernel, and the rules that it shares with the lab's stand-in."""
    return [*sorted((lab / "vm/dcbsim").iterdir()), lab / "standins/dcb/driver.c", lab / "standins/dcb/port.h"]


def image_folder(lab: Path) -> str:
    """The name of the finished image in the cache: the hash of everything that goes into it."""
    files = [word for layer in overlays(lab) for word in (layer.target, content(layer.source))]
    texts = [path.read_text() for path in (*module_sources(lab), *(lab / "vm" / name for name in ("init", "build.py")))]
    root, kernel, _ = trees(lab)
    return f"image-{digest([root.folder, kernel.folder, *files, *texts, *PRUNED, str(SIZE)])}"


def sources(mirror: str, security: str) -> list[str]:
    """The lines of apt's sources: ``mirror`` and ``security`` are URLs, the latter may be empty."""
    lines = [f"deb {mirror} {suite} main" for suite in SUITES]
    return [*lines, f"deb {security} {SECURITY} main"] if security else lines
