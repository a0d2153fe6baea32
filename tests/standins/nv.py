#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for NVUE's ``nv``: revisions as Cumulus Linux 5.14's "NVUE CLI" documents them, below the folder NV_ROOT.

A revision on trial is taken back by ``--confirm-no``. What breaks stands in the file ``faults``, one word each:
``refuse_patch``, ``refuse_apply``, ``forget_mtu`` (applies, without any MTU).
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(os.environ["NV_ROOT"])
Tree = dict[str, Any]


def main(words: list[str]) -> None:
    if words[:2] == ["config", "show"]:
        revision = words[words.index("-r") + 1] if "-r" in words else "applied"
        print(json.dumps([{"header": {"version": "Cumulus Linux 5.14.0"}}, {"set": read(revision)}]))
    elif words == ["show", "interface", "-o", "json"]:
        print(json.dumps({port: shown(tree) for port, tree in read("applied").get("interface", {}).items()}))
    elif words[:2] == ["config", "diff"]:
        print("\n".join(commands(read("applied"), pending())))
    elif words[:2] == ["config", "patch"]:
        patch(json.loads((ROOT / words[2].lstrip("/")).read_text()))
    elif words[0] == "unset":
        write("pending", without(pending(), words[1:]))
    elif words[:2] == ["config", "apply"]:
        apply(words[2:])
    elif words == ["config", "detach"]:
        drop("pending")
    elif words == ["config", "save"]:
        write("startup", read("applied"))
        print("saved")
    else:
        stop(f"Invalid command: {' '.join(words)}")


def shown(port: Tree) -> Tree:
    """A port as it stands: up, at the one speed there is, where its configuration does not shut it."""
    link = port.get("link", {})
    state = "up" if "down" not in link.get("state", {}) else "down"
    return {"link": {"admin-status": state, "oper-status": state, "mtu": link.get("mtu", 9216), "speed": "400G"}}


def apply(words: list[str]) -> None:
    if words == ["--confirm-yes"]:
        drop("before")
    elif words == ["--confirm-no"]:
        write("applied", read("before"))
        drop("before")
    elif words[0] == "--confirm" and words[2:] == ["-y"]:
        broken("refuse_apply", "Invalid config [rev_id: 7]\n  swp9: not a port of this switch")
        write("before", read("applied"))
        write("applied", without_mtu(pending()) if "forget_mtu" in faults() else pending())
        drop("pending")
        print("applied [rev_id: 7]")
    else:
        stop(f"Invalid command: config apply {' '.join(words)}")


def patch(parts: list[Tree]) -> None:
    broken("refuse_patch", "Error: 'loseless' is not one of ['lossless', 'lossy']")
    for part in parts:
        write("pending", laid_over(pending(), part["set"]))


def laid_over(under: Tree, over: Tree) -> Tree:
    return {
        **under,
        **{
            key: laid_over(under.get(key, {}), value) if isinstance(value, dict) and value else value or {}
            for key, value in over.items()
        },
    }


def without(tree: Tree, words: list[str]) -> Tree:
    if len(words) == 1:
        return {key: value for key, value in tree.items() if key != words[0]}
    return {key: without(value, words[1:]) if key == words[0] else value for key, value in tree.items()}


def without_mtu(tree: Tree) -> Tree:
    return {
        key: without_mtu(value) if isinstance(value, dict) else value for key, value in tree.items() if key != "mtu"
    }


def commands(before: Tree, after: Tree, path: str = "nv set") -> list[str]:
    told = []
    for key, value in after.items():
        if isinstance(value, dict) and value:
            told += commands(before.get(key, {}), value, f"{path} {key}")
        elif before.get(key) != value:
            told.append(f"{path} {key} {value or ''}".rstrip())
    return told


def pending() -> Tree:
    return read("pending") if (ROOT / "pending.json").exists() else read("applied")


def read(revision: str) -> Tree:
    found: Tree = json.loads((ROOT / f"{revision}.json").read_text())
    return found


def write(revision: str, tree: Tree) -> None:
    (ROOT / f"{revision}.json").write_text(json.dumps(tree))


def drop(revision: str) -> None:
    (ROOT / f"{revision}.json").unlink(missing_ok=True)


def faults() -> list[str]:
    path = ROOT / "faults"
    return path.read_text().split() if path.exists() else []


def broken(fault: str, told: str) -> None:
    if fault in faults():
        stop(told)


def stop(told: str) -> None:
    print(told, file=sys.stderr)
    raise SystemExit(1)


main(sys.argv[1:])
