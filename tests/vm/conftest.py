# SPDX-License-Identifier: GPL-3.0-or-later
"""A rack of two guests with real kernels, made for this run and removed after it.

VM_RACK=rack takes the guests of inventories/rack instead, as `make rack` left them, and leaves them running.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab import new_lab
from lab.vm.guest import Guest
from lab.vm.hardware import Hardware
from lab.vm.machine import Machine
from lab.vm.rack import Rack, fault

ROOT = Path(__file__).resolve().parents[2]
STANDING = os.environ.get("VM_RACK", "")
NAME = STANDING or f"rack-{os.getpid()}"
PATIENCE = 1800  # seconds for one playbook
SPARE = 200  # host number of the first guest that is not of the cluster

Play = Callable[..., "subprocess.CompletedProcess[str]"]


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """One program of the virtual environment, at the repository's root."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture(scope="session")
def rack() -> Iterator[Rack]:
    """The rack, its guests up and nothing applied to them yet."""
    if why := fault():
        pytest.skip(f"skipped: {why}")
    new_lab.make(NAME, "rack")
    made = Rack(NAME)
    try:
        done = command("ansible-playbook", "-i", "localhost,", "playbooks/provision.yml", "-e", f"cluster={NAME}")
        assert done.returncode == 0, done.stdout[-4000:]
        made.up()
        yield made
    finally:
        if not STANDING:
            made.down()
            new_lab.remove(NAME)


@pytest.fixture(scope="session")
def compute_1(rack: Rack) -> Machine:
    """A guest with four CXL devices, two empty CXL ports and an NVMe disk."""
    return rack.machines()[0]


@pytest.fixture(scope="session")
def compute_2(rack: Rack) -> Machine:
    """A guest with four CXL devices and a slower NUMA node that an HMAT describes."""
    return rack.machines()[1]


@pytest.fixture(scope="session")
def play(rack: Rack) -> Play:
    """Runs one of playbooks/ on the rack: ``play("apply", "--check")``."""
    return lambda name, *words: command(
        "ansible-playbook", "-i", f"inventories/{rack.name}/nodes.yml", f"playbooks/{name}.yml", *words
    )


@pytest.fixture(scope="session")
def module(rack: Rack) -> Play:
    """Runs one module of ours on hosts: ``module("compute-1", "host_pfc", arguments_as_json)``."""
    return lambda hosts, name, arguments: command(
        "ansible", "-i", f"inventories/{rack.name}/nodes.yml", hosts, "-m", f"disagg.cluster.{name}", "-a", arguments
    )


@pytest.fixture(scope="session")
def applied(play: Play) -> subprocess.CompletedProcess[str]:
    """What the first apply of the plan said; it went well."""
    planned = play("plan")
    assert planned.returncode == 0, planned.stdout[-4000:]
    done = play("apply")
    assert done.returncode == 0, done.stdout[-4000:]
    return done


@pytest.fixture
def extra_guest(rack: Rack) -> Iterator[Callable[[Hardware], Machine]]:
    """Starts a guest of other hardware beside those of the cluster, without fabric ports; it ends with the test."""
    started: list[Machine] = []

    def start(hardware: Hardware) -> Machine:
        model = rack.machines()[0].guest
        number = len(rack.machines()) + 1 + len(started)
        address = rack.address(SPARE + number)
        guest = Guest(f"extra-{number}", number, address, model.management_port, (), 0, model.mtu, hardware)
        started.extend(rack.start([guest]))
        return started[-1]

    yield start
    for machine in started:
        rack.discard(machine)
