# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of QEMU for one guest. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lab.vm.cxl import topology
from lab.vm.guest import Guest
from lab.vm.hardware import Hardware

# Without the hypervisor bit the kernel may flush caches for a new CXL region (cpu_cache_has_invalidate_memregion).
CPU = "max,hypervisor=off"
BOOT = (
    *("console=ttyS0,115200", "root=/dev/vda", "rw", "quiet", "panic=-1", "mitigations=off"),
    # memory of an interleaved region is too slow to hold the kernel's own data (see cxl.py)
    "memhp_default_state=online_movable",
)
LATENCY = {"fast": 100, "slow": 300}  # ns
BANDWIDTH = {"fast": 20, "slow": 5}  # GB/s


def qemu(tree: Path) -> list[str]:
    """The program out of its unpacked tree, with the libraries of that tree."""
    libraries = tree / "usr/lib/x86_64-linux-gnu"
    firmware = [
        word for name in ("share/qemu", "share/seabios", "lib/ipxe/qemu") for word in ("-L", f"{tree}/usr/{name}")
    ]
    loader = [str(tree / "usr/lib64/ld-linux-x86-64.so.2"), "--library-path", str(libraries)]
    return [*loader, str(tree / "usr/bin/qemu-system-x86_64"), *firmware]


def arguments(guest: Guest, folder: Path, credentials: Sequence[Path], kvm: bool) -> list[str]:
    """Everything behind the program's name; ``folder`` holds the guest's own files, ``credentials`` one string each."""
    boot = " ".join([*BOOT, f"systemd.hostname={guest.name}"])
    hardware = guest.hardware
    return [
        *("-name", guest.name, "-nodefaults", "-no-user-config", "-display", "none", "-daemonize", "-no-reboot"),
        *("-accel", "kvm" if kvm else "tcg,thread=multi", "-cpu", CPU, "-smp", str(hardware.cpus)),
        *("-machine", f"q35,cxl={_switch(hardware.cxl != 'none')},hmat={_switch(bool(hardware.slow_memory))}"),
        *_memory(hardware),
        *("-kernel", f"{folder}/vmlinuz", "-initrd", f"{folder}/initrd.img", "-append", boot),
        *("-serial", f"file:{folder}/console.log", "-pidfile", f"{folder}/pid"),
        *("-qmp", f"unix:{folder}/qmp,server=on,wait=off"),
        *(word for path in credentials for word in ("-smbios", f"type=11,path={path}")),
        *("-drive", f"file={folder}/disk.ext4,format=raw,if=none,id=root", "-device", "virtio-blk-pci,drive=root"),
        *("-object", "rng-random,id=random,filename=/dev/urandom", "-device", "virtio-rng-pci,rng=random"),
        *(word for port in guest.links for word in _port(guest, port)),
        *(word for number, _ in enumerate(hardware.nvme) for word in _nvme(guest, number, folder)),
        *topology(hardware.cxl, guest.serials),
    ]


def _switch(on: bool) -> str:
    return "on" if on else "off"


def _memory(hardware: Hardware) -> list[str]:
    """Main memory and room for what is plugged in; with slow memory two NUMA nodes and an HMAT."""
    total = hardware.memory + hardware.slow_memory
    words = ["-m", f"{total}M,maxmem={total + 8192}M,slots=4"]
    if not hardware.slow_memory:
        return words
    for number, size in enumerate((hardware.memory, hardware.slow_memory)):
        words += ["-object", f"memory-backend-ram,id=node{number},size={size}M"]
    words += ["-numa", f"node,nodeid=0,cpus=0-{hardware.cpus - 1},memdev=node0"]
    words += ["-numa", "node,nodeid=1,memdev=node1,initiator=0"]
    words += ["-numa", "dist,src=0,dst=1,val=30"]
    for number, kind in enumerate(("fast", "slow")):
        target = f"hmat-lb,initiator=0,target={number},hierarchy=memory"
        words += ["-numa", f"{target},data-type=access-latency,latency={LATENCY[kind]}"]
        words += ["-numa", f"{target},data-type=access-bandwidth,bandwidth={BANDWIDTH[kind]}G"]
    return words


def _port(guest: Guest, port: str) -> list[str]:
    tap = f"tap,id={port},ifname={guest.tap(port)},script=no,downscript=no,vhost=off"
    speed = "" if port == guest.management_port else f",speed={guest.speed},duplex=full"
    return ["-netdev", tap, "-device", f"virtio-net-pci,netdev={port},romfile=,mac={guest.mac(port)}{speed}"]


def _nvme(guest: Guest, number: int, folder: Path) -> list[str]:
    drive = f"file={folder}/nvme{number}.raw,format=raw,if=none,id=nvme{number}"
    return ["-drive", drive, "-device", f"nvme,drive=nvme{number},serial={guest.name}-nvme{number}"]
