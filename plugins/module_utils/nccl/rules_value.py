# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the release knows a variable, and whether its value is one that is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

from .devices import devices
from .facts import Facts
from .finding import Finding, Setting, finding
from .release import told
from .releases import FIRST_FOUND
from .variables import VARIABLES, Variable

ALIKE = 0.8  # share of letters in common at which one name is taken for another, misspelt


def value_findings(setting: Setting, facts: Facts) -> Iterator[Finding]:
    """The findings about a variable by itself."""
    known = VARIABLES.get(setting.name)
    if known is None:
        yield from _unlisted(setting, facts)
    elif not known.known_to(facts.version):
        yield _not_there(setting, known, facts)
    else:
        yield from _value(setting, known)


def is_nccls(name: str) -> bool:
    """Whether a name is, or was meant to be, one of NCCL's."""
    return name.startswith("NCCL_") or meant(name) is not None


def meant(name: str) -> str | None:
    """The variable that was probably meant; a name with a prefix of another program is that program's."""
    if SequenceMatcher(None, name.upper().partition("_")[0], "NCCL").ratio() < 0.7 or name.startswith("RCCL_"):
        return None
    close = get_close_matches(name.upper(), VARIABLES, n=1, cutoff=ALIKE)
    return close[0] if close else None


def _unlisted(setting: Setting, facts: Facts) -> Iterator[Finding]:
    """A name that is in no table: perhaps one that NVIDIA does not document."""
    found = FIRST_FOUND.get(setting.name)
    if found is None and is_nccls(setting.name):
        near = meant(setting.name)
        yield finding("unknown", setting, near or "a variable of NCCL", f"{near} was meant" if near else "")
    elif found is not None and found > facts.version:
        yield finding("too-new", setting, f"{told(found)} or newer", f"the release is {told(facts.version)}")


def _not_there(setting: Setting, known: Variable, facts: Facts) -> Finding:
    if known.until and facts.version >= known.until:
        return finding("gone", setting, known.instead, f"gone since {told(known.until)}")
    return finding("too-new", setting, f"{told(known.since)} or newer", f"the release is {told(facts.version)}")


def _value(setting: Setting, known: Variable) -> Iterator[Finding]:
    if setting.computed:
        return
    if not setting.value and known.name not in ("NCCL_DEBUG_TIMESTAMP_FORMAT", "NCCL_DEBUG_TIMESTAMP_LEVELS"):
        yield finding("empty", setting, f"a value, or not to set it: {known.default} is the default")
        return
    wrong = known.kind.wrong(setting.value)
    if wrong:
        yield finding("value", setting, known.kind.allowed, wrong)
    if known.debug and known.name != "NCCL_IB_DISABLE":
        yield finding("debug", setting, "not to set it")
    if known.name in ("NCCL_IB_HCA", "NCCL_SOCKET_IFNAME", "NCCL_OOB_NET_IFNAME"):
        yield from _list(setting)


def _list(setting: Setting) -> Iterator[Finding]:
    """What is wrong with a list of devices, whatever the host has."""
    listed = devices(setting.value)
    names = [entry.name for entry in listed.entries]
    if listed.exact and not listed.exclude and setting.value[1:2] == "^":
        yield finding("marks", setting, f"{setting.name}=^={setting.value[2:]}")
    for name in names:
        if name != name.strip():
            yield finding("blank-in-list", setting, "names with a comma alone between them", f"the name {name!r}")
    ends = [(entry.name, entry.port) for entry in listed.entries]
    twice = sorted({name for name, port in ends if ends.count((name, port)) > 1})
    if twice:
        yield finding("device-twice", setting, "each once", f"{', '.join(twice)} twice")
