# SPDX-License-Identifier: GPL-3.0-or-later
"""``config``: the commands that change CONFIG_DB, its checkpoints and its saved copy."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import jsonpatch

from . import database, updater
from .commands import Command, call, fail, usage_of
from .managers import follow

Flags = Mapping[str, bool]
VERBOSE = {"-v": "verbose", "--verbose": "verbose"}
DRY_RUN = {"-d": "dry_run", "--dry-run": "dry_run"}
YES = {"-y": "yes", "--yes": "yes"}
EXPECTED = (updater.Refused, jsonpatch.JsonPatchException, OSError, ValueError)


def apply_patch(path: str, flags: Flags, words: list[str]) -> None:
    """Apply a JSON patch to CONFIG_DB."""
    _told_dry(flags)
    try:
        patch = updater.patch_of(Path(words[0]).read_text())
        _change(patch, flags)
    except EXPECTED as error:
        told = error.told if isinstance(error, updater.Refused) else error
        print(f"Failed to apply patch due to: {told}", file=sys.stderr)
        fail(path, usage_of(COMMANDS["apply-patch"]), told)
    print("Patch applied successfully.")


def rollback(path: str, flags: Flags, words: list[str]) -> None:
    """Make CONFIG_DB what it was at a checkpoint."""
    _told_dry(flags)
    try:
        print(f"Config Rollbacker: Config rollbacking starting.\nConfig Rollbacker: Checkpoint name: {words[0]}.")
        target = database.load(_checkpoint(words[0]))
        _change(updater.difference(database.load(), target), flags)
    except EXPECTED as error:
        print("Failed to rollback config", file=sys.stderr)
        fail(path, usage_of(COMMANDS["rollback"]), error)
    print("Config rolled back successfully.")


def checkpoint(path: str, flags: Flags, words: list[str]) -> None:
    """Keep a copy of CONFIG_DB under a name; an older one of that name is overwritten, as in SONiC."""
    print(f"Config Rollbacker: Config checkpoint starting.\nConfig Rollbacker: Checkpoint name: {words[0]}.")
    try:
        database.store(database.load(), database.checkpoint_path(words[0]))
    except OSError as error:
        print("Failed to create a config checkpoint", file=sys.stderr)
        fail(path, usage_of(COMMANDS["checkpoint"]), error)
    print("Checkpoint created successfully.")


def delete_checkpoint(path: str, flags: Flags, words: list[str]) -> None:
    """Remove a checkpoint."""
    try:
        _checkpoint(words[0]).unlink()
    except (OSError, ValueError) as error:
        print("Failed to delete config checkpoint", file=sys.stderr)
        fail(path, usage_of(COMMANDS["delete-checkpoint"]), error)
    print("Checkpoint deleted successfully.")


def list_checkpoints(path: str, flags: Flags, words: list[str]) -> None:
    """Print the checkpoints' names as a JSON list, in the order of the folder."""
    names = [file.name[: -len(".cp.json")] for file in database.CHECKPOINTS.glob("*.cp.json")]
    if not flags.get("time"):
        print(json.dumps(names, indent=4))
        return
    stamps = [(database.checkpoint_path(name).stat().st_mtime, name) for name in names]
    rows = [{"name": name, "time": time.strftime("%FT%T+00:00", time.gmtime(at))} for at, name in sorted(stamps)[::-1]]
    print(json.dumps(rows, indent=4))


def save(path: str, flags: Flags, words: list[str]) -> None:
    """Write CONFIG_DB to the file that is loaded at boot, or to another."""
    target = Path(words[0]) if words else database.SAVED
    if not flags.get("yes"):
        _confirm("Existing files will be overwritten, continue?")
    print(f"Running command: /usr/local/bin/sonic-cfggen -d --print-data > {target}")
    database.store(database.load(), target)


def reload(path: str, flags: Flags, words: list[str]) -> None:
    """Throw CONFIG_DB away and load the saved one."""
    source = Path(words[0]) if words else database.SAVED
    if not flags.get("yes"):
        _confirm("Clear current config and reload config in config_db format from the default config file(s) ?")
    if not source.exists():
        print(f"The config file {source} doesn't exist")
        return
    print(f"Running command: /usr/local/bin/sonic-cfggen -j {source} --write-to-db")
    database.store(database.load(source))
    follow(database.load())


COMMANDS = {
    "apply-patch": Command(apply_patch, {**DRY_RUN, **VERBOSE}, (("PATCH_FILE_PATH", True),)),
    "rollback": Command(rollback, {**DRY_RUN, **VERBOSE}, (("CHECKPOINT_NAME", True),)),
    "checkpoint": Command(checkpoint, VERBOSE, (("CHECKPOINT_NAME", True),)),
    "delete-checkpoint": Command(delete_checkpoint, VERBOSE, (("CHECKPOINT_NAME", True),)),
    "list-checkpoints": Command(list_checkpoints, {**VERBOSE, "-t": "time", "--time": "time"}),
    "save": Command(save, YES, (("FILENAME", False),)),
    "reload": Command(reload, {**YES, "-f": "force", "--force": "force"}, (("FILENAME", False),)),
}


def main() -> None:
    if Path("/") == database.ROOT and os.geteuid() != 0:
        sys.exit("Root privileges are required for this operation")
    call("config", COMMANDS, sys.argv[1:])


def _change(patch: jsonpatch.JsonPatch, flags: Flags) -> None:
    """Apply ``patch`` to CONFIG_DB and to the kernel, or say that it would be."""
    target = updater.applied(database.load(), patch, print)
    if flags.get("dry_run"):
        print(f"** DryRun: Would apply {patch}")
        return
    kept = updater.stringified(target)
    database.store(kept)
    follow(kept)
    if kept != target:
        raise updater.Refused("localhost: after applying patch to config, there are still some parts not updated")


def _checkpoint(name: str) -> Path:
    path = database.checkpoint_path(name)
    if not path.exists():
        raise ValueError(f"Checkpoint '{name}' does not exist")
    return path


def _told_dry(flags: Flags) -> None:
    if flags.get("dry_run"):
        print("** DRY RUN EXECUTION **")


def _confirm(question: str) -> None:
    print(f"{question} [y/N]: ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        print("Aborted!", file=sys.stderr)
        raise SystemExit(1)
