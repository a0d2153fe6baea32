# SPDX-License-Identifier: GPL-3.0-or-later
"""Which faults are laid together: on different hosts, so that each finding still says which fault it came from."""

from __future__ import annotations

from collections.abc import Iterable

from lab.drill.fault import CONTROLLER, Fault, Finding


def rounds(faults: Iterable[Fault]) -> list[list[Fault]]:
    """The faults in as few rounds as first fit gives: no host twice in one, and one that is to be alone by itself."""
    made: list[list[Fault]] = []
    for fault in faults:
        fitting = None if fault.alone else next((one for one in made if fits(fault, one)), None)
        if fitting is None:
            made.append([fault])
        else:
            fitting.append(fault)
    return made


def fits(fault: Fault, others: list[Fault]) -> bool:
    """Whether a fault can be laid together with others."""
    return not any(other.alone or hosts(other) & hosts(fault) for other in others)


def hosts(fault: Fault) -> set[str]:
    """The hosts that a fault breaks or shows at."""
    return {fault.host, fault.expect["host"]} - {CONTROLLER}


def share(fault: Fault, together: list[Fault], findings: Iterable[Finding]) -> list[Finding]:
    """What of a round's findings a fault has to answer for: all but those on the hosts of the others."""
    taken = set().union(*(hosts(other) for other in together if other is not fault))
    return [finding for finding in findings if finding["host"] not in taken]
