# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the guests of a cluster whose nodes Terraform has told.

python -m lab.vm up NAME          build what is missing, start the guests of inventories/NAME and wait for them
python -m lab.vm down NAME        end them and forget their disks and keys
python -m lab.vm ssh NAME GUEST [COMMAND]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

from lab import debian
from lab.command import Failed, say
from lab.vm.rack import Rack, fault


def up(name: str) -> None:
    """Start the guests."""
    if why := fault():
        raise Failed(why)
    begun = time.monotonic()
    machines = Rack(name).up()
    told = ", ".join(f"{machine.guest.name} {machine.address}" for machine in machines)
    say(f"{len(machines)} guests are up after {time.monotonic() - begun:.0f} s: {told}")


def shell(name: str, guest: str, *words: str) -> None:
    """Become an SSH session on a guest."""
    machines = Rack(name).machines()
    for machine in machines:
        if machine.guest.name == guest:
            os.execvp("ssh", [*machine.ssh(), *words])
    raise Failed(f"{guest}: no such guest; allowed: {', '.join(machine.guest.name for machine in machines)}")


COMMANDS: dict[str, Callable[..., None]] = {"up": up, "down": lambda name: Rack(name).down(), "ssh": shell}


def main(words: list[str]) -> int:
    """Do what the command line asks."""
    if len(words) < 2 or words[0] not in COMMANDS or (len(words) > 2) != (words[0] == "ssh"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        COMMANDS[words[0]](*words[1:])
    except (Failed, debian.Missing, ValueError, OSError) as error:
        print(f"guests: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
