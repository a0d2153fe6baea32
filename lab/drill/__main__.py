#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Break a lab, one fault on a host at a time, show that verify names each and nothing else, and that apply repairs it.

python -m lab.drill [NAME]   NAME of the lab, lab if left out

Faults on different hosts are laid in one round. Each look at the lab serves twice: it must show the faults that were
just laid, and no longer those of the round before.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from lab.drill.cluster import Lab, Stopped
from lab.drill.fault import Fault, Finding, bad, is_at, is_good, read_faults, verdict
from lab.drill.rounds import rounds, share

FAULTS = Path(__file__).with_name("faults.yml")


def drill(lab: Lab, faults: list[Fault]) -> list[dict[str, Any]]:
    """What became of each fault; a lab that is not clean at the start is refused."""
    told("looking at the lab, which must be clean ...")
    found = bad(lab.verify())
    if found:
        places = "; ".join(f"{one['host']} {one['where']} ({one['check']})" for one in found[:5])
        raise Stopped(f"{lab.name} is not clean before the drill: {places}. Run apply.yml first, and drill then.")
    entries: list[dict[str, Any]] = []
    before: list[dict[str, Any]] = []
    for number, together in enumerate(planned := rounds(faults), 1):
        told(f"round {number} of {len(planned)}: {len(together)} faults ...", end=" ")
        before = broken_and_repaired(lab, together, before)
        entries += before
    told("looking at the lab a last time ...")
    judge_repair(before, bad(lab.verify()))
    return entries


def broken_and_repaired(lab: Lab, together: list[Fault], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Break, look, repair; the look also says whether the faults before were repaired."""
    begun = time.monotonic()
    lab.break_by(together)
    findings = judge_repair(before, bad(lab.verify()))
    entries = [verdict(fault, share(fault, together, findings)) for fault in together]
    lab.repair(together)
    told(f"{time.monotonic() - begun:.0f} s")
    for entry in entries:
        named = "; ".join(f"{one['host']} {one['where']}: {one['found']}" for one in entry["found"]) or "NOT NAMED"
        told(f"  {entry['fault']}: {named}")
    return entries


def judge_repair(entries: list[dict[str, Any]], findings: list[Finding]) -> list[Finding]:
    """Say of each fault of a round whether it is gone from ``findings``; what is left of them is not its doing."""
    for entry in entries:
        left = [one for one in findings if is_at(one, entry["expected"])]
        entry["repaired"] = not left
        findings = [one for one in findings if one not in left]
    return findings


def told(text: str, end: str = "\n") -> None:
    """Show progress at once."""
    print(text, end=end, flush=True)


def table(entries: list[dict[str, Any]]) -> str:
    """One line for each fault."""
    width = max(len(entry["fault"]) for entry in entries)
    lines = [f"{'fault':{width}}  named  false  repaired"]
    for entry in entries:
        named, repaired = ("yes" if one else "NO" for one in (len(entry["found"]) == 1, entry["repaired"]))
        lines.append(f"{entry['fault']:{width}}  {named:5}  {len(entry['false']):5}  {repaired}")
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Drill the lab that the command line names; 0 only if every fault was named alone and repaired."""
    if len(words) > 1 or words[:1] in (["-h"], ["--help"]):
        print(__doc__, file=sys.stderr)
        return 2
    lab = Lab(words[0] if words else "lab")
    try:
        entries = drill(lab, read_faults(FAULTS, lab.name))
    except (Stopped, OSError, ValueError) as error:
        print(f"\ndrill: {error}", file=sys.stderr)
        return 1
    path = lab.write(entries)
    good = sum(map(is_good, entries))
    told(
        f"\n{table(entries)}\n\n{good} of {len(entries)} faults were named, nothing beside them, and repaired.\n{path}"
    )
    return 0 if good == len(entries) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
