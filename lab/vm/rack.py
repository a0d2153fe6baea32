# SPDX-License-Identifier: GPL-3.0-or-later
"""The guests of one cluster: made from its cluster.yml, its nodes and its hardware.yml."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import yaml

from lab.command import Failed, run, say
from lab.vm import build, network
from lab.vm.guest import Guest, Port
from lab.vm.hardware import Hardware, read_hardware
from lab.vm.machine import RUN, Machine, has_kvm
from plugins.module_utils.edge.spec_file import read_spec
from plugins.module_utils.nodes import Node, read_contract
from plugins.module_utils.sources import Source
from plugins.module_utils.spec.model import Spec
from plugins.plugin_utils.node_sources import fetch

ROOT = Path(__file__).resolve().parents[2]


class Rack:
    """A cluster by its folder in inventories/, whose hosts are guests of this machine."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = ROOT / "inventories" / name
        self.keys = self.folder / ".ssh"

    def machines(self) -> list[Machine]:
        """Every guest, running or not; raises ``ValueError`` where spec, nodes or hardware cannot be read."""
        spec = read_spec(str(self.folder / "cluster.yml"))
        told, document = fetch(Source("state", "terraform.tfstate"), self.folder)
        nodes = read_contract(document, told)
        path = self.folder / "hardware.yml"
        hardware = read_hardware(yaml.safe_load(path.read_text()), path.name)
        hosts = [node for _, node in sorted(nodes.items()) if node.os is None]
        return [self.machine(guest_of(node, number, spec, hardware)) for number, node in enumerate(hosts, 1)]

    def machine(self, guest: Guest) -> Machine:
        """A guest of this rack."""
        return Machine(self.name, guest, self.keys)

    def up(self) -> list[Machine]:
        """Start every guest that does not run, and wait for all of them."""
        machines = self.machines()
        stopped = [machine for machine in machines if not machine.process()]
        if stopped:
            self._lay_cables(machines)
            self._start(stopped)
        for machine in machines:
            machine.wait()
        return machines

    def down(self) -> None:
        """End every guest and forget all of them."""
        for folder in (RUN / self.name).glob("*"):
            say(f"Ending {folder.name} ...")
        for machine in self._found():
            machine.stop()
        network.remove(self.name)
        shutil.rmtree(RUN / self.name, ignore_errors=True)
        shutil.rmtree(self.keys, ignore_errors=True)

    def start(self, guests: list[Guest]) -> list[Machine]:
        """Start further guests beside those of the cluster, with cables of their own, and wait for them."""
        machines = [self.machine(guest) for guest in guests]
        for machine in machines:
            network.plug(self.name, machine.guest)
        try:
            self._start(machines)
            for machine in machines:
                machine.wait()
        except Failed:
            for machine in machines:
                self.discard(machine)
            raise
        return machines

    def discard(self, machine: Machine) -> None:
        """End a guest that start() started."""
        machine.stop()
        network.unplug(self.name, machine.guest)
        shutil.rmtree(machine.folder, ignore_errors=True)

    def address(self, number: int) -> str:
        """An address of the management network by its host number, with prefix."""
        subnet = read_spec(str(self.folder / "cluster.yml")).management.subnet
        return f"{subnet[number]}/{subnet.prefixlen}"

    def _lay_cables(self, machines: list[Machine]) -> None:
        if not network.exists(self.name):
            guests = [machine.guest for machine in machines]
            network.build(self.name, guests, self.address(1))

    def _start(self, machines: list[Machine]) -> None:
        image, _ = build.ready()
        self._make_key()
        lines = [machine.create(image) for machine in machines if not machine.is_made()]
        new = {line.split()[0] for line in lines}
        known = self.keys / "known_hosts"
        kept = (
            [line for line in known.read_text().splitlines(True) if line.split()[0] not in new]
            if known.exists()
            else []
        )
        known.write_text("".join([*kept, *lines]))
        for machine in machines:
            say(f"Starting {machine.guest.name} under {'KVM' if has_kvm() else 'TCG'} ...")
            machine.start()

    def _make_key(self) -> None:
        self.keys.mkdir(mode=0o700, exist_ok=True)
        key = self.keys / "id_ed25519"
        if not key.exists():
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"disagg {self.name}", "-f", str(key))

    def _found(self) -> list[Machine]:
        """What of this rack has files here, whatever the cluster's files say now."""
        names = sorted(path.name for path in (RUN / self.name).glob("*"))
        return [self.machine(Guest(name, 0, "", "", (), 0, 0, Hardware())) for name in names]


def guest_of(node: Node, number: int, spec: Spec, hardware: dict[str, Hardware]) -> Guest:
    """The guest that stands for a node."""
    ports = tuple(Port(nic.port, nic.hca or "", nic.peer.address or "") for nic in node.nics if nic.peer)
    address = f"{node.address}/{spec.management.subnet.prefixlen}"
    port = spec.management.port
    own = hardware.get(node.name, Hardware())
    return Guest(node.name, number, address, port, ports, spec.fabric.speed, spec.fabric.mtu, own)


def fault() -> str:
    """Why no guest can run on this machine; empty where one can."""
    if os.geteuid() != 0:
        return "guests need root, for their network namespace and to build their disk"
    if os.uname().machine != "x86_64":
        return f"guests are x86_64, this machine is {os.uname().machine}"
    if not Path("/dev/net/tun").exists():
        return "there is no /dev/net/tun here, which guests' network ports need"
    return network.fault()
