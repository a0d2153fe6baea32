# SPDX-License-Identifier: GPL-3.0-or-later
"""Keep /run/lab/sys true to the addresses and links that the kernel has, and to what is written there."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess

import gid_table
import nic_tree
import ports
import sysfs
from written_files import WrittenFiles

TREE = ports.RUN / "sys/class/infiniband"
QUIET = 0.05  # seconds without an event before a look
PATIENCE = 0.5  # seconds until a look at speeds and counters, which the kernel does not announce


def hcas() -> dict[str, str]:
    """HCA to port: as in /etc/lab/hcas, or else mlx5_<i> for the i-th fabric port."""
    listed = ports.ETC / "hcas"
    if listed.exists():
        return dict(line.split() for line in listed.read_text().splitlines() if line.strip())
    return {f"mlx5_{index}": port for index, port in enumerate(ports.fabric())}


def links() -> dict[str, dict]:
    """Every link of the kernel by name, with its MAC and addresses."""
    shown = subprocess.run(["ip", "-j", "address", "show"], capture_output=True, text=True, check=True).stdout
    return {link["ifname"]: link for link in json.loads(shown)}


def addresses(link: dict) -> list[str]:
    """The addresses of a link that are not tentative, in the kernel's order."""
    return [info["local"] for info in link["addr_info"] if "local" in info and not info.get("tentative")]


class View:
    """What the tree shows, per HCA: its GID table and its files."""

    def __init__(self) -> None:
        self.tables: dict[str, list] = {}
        self.files: dict[str, dict[str, str]] = {}
        self.written = WrittenFiles()

    def look(self) -> None:
        """Read the kernel and show what is new."""
        now = links()
        for hca, port in hcas().items():
            link = now.get(port)
            slots = gid_table.wanted(link["address"], addresses(link)) if link else []
            self.tables[hca] = gid_table.follow(self.tables.get(hca, []), slots)
            self.show(hca, port)
            if link:
                nic_tree.show(self.written, hca, port)

    def show(self, hca: str, port: str) -> None:
        """Write what differs from what the tree shows for an HCA."""
        state = ports.state(port)
        after = sysfs.files(port, ports.carrier(port), state["speed"], state["counters"], self.tables[hca])
        sysfs.write(TREE / hca, self.files.get(hca, {}), after)
        self.files[hca] = after

    def look_at_states(self) -> None:
        """Show speeds and counters that were set since the last look."""
        for hca, port in hcas().items():
            if hca in self.tables:
                self.show(hca, port)


def ready() -> None:
    """Tell systemd that the tree is there."""
    if os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"].replace("@", "\0", 1))


def drain(stream: int) -> bool:
    """Read events until it is quiet; False where the stream has ended."""
    while select.select([stream], [], [], QUIET)[0]:
        if not os.read(stream, 65536):
            return False
    return True


def main() -> None:
    """Follow the kernel until `ip monitor` ends."""
    view = View()
    with subprocess.Popen(["ip", "-o", "monitor", "address", "link"], stdout=subprocess.PIPE) as monitor:
        stream = monitor.stdout.fileno()
        TREE.mkdir(parents=True, exist_ok=True)
        view.look()
        ready()
        while True:
            heard = select.select([stream, view.written.stream], [], [], PATIENCE)[0]
            if view.written.stream in heard:
                view.written.judge()
            if not heard:
                view.look_at_states()
            elif stream in heard and not drain(stream):
                return
            elif stream in heard:
                view.look()


if __name__ == "__main__":
    main()
