# SPDX-License-Identifier: GPL-3.0-or-later
"""A guest that runs on this machine: its files, its QEMU, and commands inside it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from lab.command import Failed, run
from lab.vm import arguments, build, network
from lab.vm.credentials import credentials
from lab.vm.guest import Guest

RUN = Path("/var/tmp/disagg-vm")  # short, for a socket's path has 107 letters at most
PATIENCE = 900.0  # seconds for a boot: 30 on two idle cores, ten times that where eight programs want them
SETTLED = (
    'until [ "$(ls /sys/bus/cxl/devices 2>/dev/null | grep -c ^endpoint)" -ge {endpoints} ]; do sleep 0.3; done;'
    " systemctl is-system-running --wait"
)


class Lost(Failed):
    """The rig failed, not what is tested on it: QEMU has ended, or the guest does not come up."""


@dataclass(frozen=True)
class Answer:
    """What a command line printed, and its exit code."""

    stdout: str
    stderr: str
    rc: int


@dataclass(frozen=True)
class Machine:
    """A guest of a rack; ``keys`` is the folder with the key that opens it and with its host key."""

    rack: str
    guest: Guest
    keys: Path

    @property
    def folder(self) -> Path:
        """Where its disk, console, QMP socket and pid are."""
        return RUN / self.rack / self.guest.name

    @property
    def address(self) -> str:
        return self.guest.address.partition("/")[0]

    @property
    def qmp(self) -> Path:
        """The socket of QEMU's monitor."""
        return self.folder / "qmp"

    def is_made(self) -> bool:
        """Whether it has its files, also where it does not run."""
        return (self.folder / "host_key.pub").exists()

    def create(self, image: Path) -> str:
        """Make its files on a disk of its own; returns the line of known_hosts that names it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, mode=0o700)
        for name in ("disk.ext4", "vmlinuz", "initrd.img"):
            run("cp", "--sparse=always", "--reflink=auto", str(image / name), str(self.folder))
        for number, size in enumerate(self.guest.hardware.nvme):
            with (self.folder / f"nvme{number}.raw").open("wb") as drive:
                drive.truncate(size << 20)
        key = self.folder / "host_key"
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", self.guest.name, "-f", str(key))
        authorized = (self.keys / "id_ed25519.pub").read_text()
        for number, told in enumerate(credentials(self.guest, key.read_text(), authorized)):
            (self.folder / f"credential-{number}").write_text(told)
        return f"{self.address} {key.with_suffix('.pub').read_text()}"

    def start(self) -> None:
        """Start its QEMU, which must be up when this returns."""
        qemu = build.qemu()
        tree = [f"QEMU_MODULE_DIR={qemu}/usr/lib/x86_64-linux-gnu/qemu", *arguments.qemu(qemu)]
        told = sorted(self.folder.glob("credential-*"))
        network.inside(self.rack, "env", *tree, *arguments.arguments(self.guest, self.folder, told, has_kvm()))

    def process(self) -> int:
        """The id of its QEMU; 0 where it does not run."""
        try:
            number = int((self.folder / "pid").read_text())
            ours = str(self.folder).encode() in Path(f"/proc/{number}/cmdline").read_bytes()
        except (OSError, ValueError):
            return 0
        return number if ours else 0

    def stop(self) -> None:
        """End its QEMU, as a loss of power would."""
        if number := self.process():
            os.kill(number, signal.SIGTERM)
            deadline = time.monotonic() + 20
            while self.process() and time.monotonic() < deadline:
                time.sleep(0.1)
            if self.process():
                os.kill(number, signal.SIGKILL)

    def reboot(self) -> None:
        """Let it boot again; its QEMU ends and starts anew, as QEMU's reset leaves CXL devices half configured."""
        self.sh("systemctl reboot")
        deadline = time.monotonic() + PATIENCE
        while self.process():
            if time.monotonic() > deadline:
                raise Lost(f"infrastructure: {self.guest.name} does not shut down\n{self.console()}")
            time.sleep(0.5)
        self.start()
        self.wait()

    def restart(self) -> None:
        """Take its power away and give it back; its disks keep what they hold."""
        self.stop()
        self.start()
        self.wait()

    def wait(self) -> None:
        """Wait until it takes logins, its CXL devices are there and systemd has started all; Lost where it does not."""
        deadline = time.monotonic() + PATIENCE
        while not _greets(self.address):
            self.must_run()
            if time.monotonic() > deadline:
                raise Lost(f"infrastructure: {self.guest.name} takes no login after {PATIENCE:.0f} s\n{self.console()}")
            time.sleep(0.5)
        endpoints = len(self.guest.serials) if self.guest.hardware.cxl != "none" else 0
        said = self.sh(SETTLED.format(endpoints=endpoints), timeout=deadline - time.monotonic())
        if said.stdout.strip() != "running":
            failed = self.sh("systemctl --failed --no-legend").stdout
            raise Lost(f"infrastructure: {self.guest.name} is not up: {said.stdout}{said.stderr}{failed}")

    def sh(self, line: str, timeout: float = 120) -> Answer:
        """What a shell in the guest answers to one line; Lost after ``timeout`` seconds or where QEMU has ended."""
        self.must_run()
        try:
            done = subprocess.run(
                [*self.ssh(), line], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=timeout
            )
        except subprocess.TimeoutExpired:
            self.must_run()
            raise Lost(f"infrastructure: {self.guest.name}: no end after {timeout:.0f} s: {line}") from None
        if done.returncode == 255:  # ssh's own
            self.must_run()
        return Answer(done.stdout, done.stderr, done.returncode)

    def ssh(self) -> list[str]:
        """The command that opens a shell on it, to which a command line may be added."""
        options = {
            "IdentityFile": self.keys / "id_ed25519",
            "UserKnownHostsFile": self.keys / "known_hosts",
            "IdentitiesOnly": "yes",
            "StrictHostKeyChecking": "yes",
            "BatchMode": "yes",
            "ConnectTimeout": 20,
            "ServerAliveInterval": 10,
            "ControlMaster": "auto",
            "ControlPath": self.folder / "ssh",
            "ControlPersist": 30,
        }
        return ["ssh", "-F", "none", *(f"-o{name}={value}" for name, value in options.items()), f"root@{self.address}"]

    def must_run(self) -> None:
        """Lost where QEMU has ended."""
        if not self.process():
            raise Lost(f"infrastructure: QEMU of {self.guest.name} has ended; its console said last:\n{self.console()}")

    def console(self) -> str:
        """The last lines of its console."""
        path = self.folder / "console.log"
        return "\n".join(path.read_text(errors="replace").splitlines()[-15:]) if path.exists() else ""


def has_kvm() -> bool:
    """Whether KVM boots a stock kernel: /dev/kvm alone does not say so, as PVM has it too."""
    modules = any(Path("/sys/module", name).exists() for name in ("kvm_intel", "kvm_amd"))
    return modules and os.access("/dev/kvm", os.R_OK | os.W_OK)


def _greets(address: str) -> bool:
    """Whether an SSH server answers; a whole login for each try would cost the guest more than its boot."""
    try:
        with socket.create_connection((address, 22), timeout=2) as connection:
            return connection.recv(4) == b"SSH-"
    except OSError:
        return False
