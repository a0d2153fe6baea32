#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make inventories/NAME, a second lab or rack beside the first: its own name and its own management subnet.

python lab/new_lab.py NAME [MODEL]    make it like MODEL, where it is not there; MODEL is lab, if left out, or rack
python lab/new_lab.py --remove NAME   remove it, where this program made it
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from ipaddress import IPv4Network
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INVENTORIES = ROOT / "inventories"
MODELS = ("lab", "rack")
MADE = (
    "plan",
    "handover",
    ".ssh",
    ".terraform",
    ".terraform.lock.hcl",
    "terraform.tfstate",
    "terraform.tfstate.backup",
)
COPIED = ("cluster.yml", "main.tf", "nodes.yml", "group_vars", "hardware.yml")
# A container's name is NAME-<node>; 20 letters leave room for it in a host name of 63.
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
POOL = IPv4Network("10.89.128.0/17")  # podman itself hands out 10.89.0.0/24 and up
SUBNET = re.compile(r"\bsubnet:\s*(\d+\.\d+\.\d+\.\d+/\d+)")


class Refused(Exception):
    """The lab cannot be made; the message says why and what to do."""


def free(pool: IPv4Network, taken: Iterable[IPv4Network]) -> IPv4Network:
    """The first /24 of a pool that no taken subnet touches."""
    taken = list(taken)
    for subnet in pool.subnets(new_prefix=24):
        if not any(subnet.overlaps(other) for other in taken):
            return subnet
    raise Refused(f"no /24 of {pool} is free; run 'make lab-down' for a lab that is not needed")


def spec(model: str, name: str, management: IPv4Network) -> str:
    """A lab's cluster.yml with another name and another management subnet."""
    renamed = re.sub(r"(?m)^name:.*$", f"name: {name}", model)
    return re.sub(r"(?s)(\nmanagement:.*?subnet:\s*)\S+", rf"\g<1>{management}", renamed, count=1)


def in_specs() -> list[IPv4Network]:
    """Every subnet that a cluster.yml beside this one names."""
    texts = [path.read_text() for path in INVENTORIES.glob("*/cluster.yml")]
    return [IPv4Network(found) for text in texts for found in SUBNET.findall(text)]


def in_use() -> list[IPv4Network]:
    """Every subnet that this machine has a route to, the default route aside."""
    shown = subprocess.run(["ip", "-4", "-j", "route", "show"], capture_output=True, text=True).stdout
    routes = [route["dst"] for route in json.loads(shown or "[]")]
    return [IPv4Network(route, strict=False) for route in routes if route != "default"]


def make(name: str, model: str = MODELS[0]) -> Path:
    """The folder of a lab, made like the model where it is not there."""
    folder = INVENTORIES / name
    if not NAME.fullmatch(name):
        allowed = "letters a-z, digits and -, a letter first, at most 20"
        raise Refused(f"LAB={name}: a lab's name is {allowed}, because its containers are named after it")
    if folder.exists():
        return folder
    management = free(POOL, [*in_specs(), *in_use()])
    partial = INVENTORIES / f".{name}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    for source in (INVENTORIES / model / entry for entry in COPIED if (INVENTORIES / model / entry).exists()):
        shutil.copytree(source, partial / source.name) if source.is_dir() else shutil.copy2(source, partial)
    (partial / "cluster.yml").write_text(spec((INVENTORIES / model / "cluster.yml").read_text(), name, management))
    (partial / ".gitignore").write_text("*\n")
    partial.rename(folder)
    print(f"Made inventories/{name}, like inventories/{model} with management on {management}.")
    return folder


def remove(name: str, inventories: Path = INVENTORIES) -> None:
    """Remove a lab's folder if it is one that make() made; of the model lab what runs made, but for its reports."""
    mark = inventories / name / ".gitignore"
    if NAME.fullmatch(name) and mark.is_file() and mark.read_text() == "*\n":
        shutil.rmtree(mark.parent)
        print(f"Removed inventories/{name}.")
    elif name in MODELS:
        for made in MADE:
            discard(inventories / name / made)
        print(f"Removed what runs made in inventories/{name}; its last report stays in report/.")


def discard(path: Path) -> None:
    """Remove a file or a folder, where it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def main(words: list[str]) -> int:
    """Make or remove the lab that the command line names."""
    removed = words[:1] == ["--remove"]
    if len(words) not in (1, 2) or (removed and len(words) == 1) or (not removed and not {*words[1:]} <= {*MODELS}):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        remove(words[1]) if removed else make(*words)
    except (Refused, OSError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
