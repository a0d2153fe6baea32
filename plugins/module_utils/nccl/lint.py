# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is wrong with an nccl.conf, an environment or a job script, by itself and against the plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .conf import VARIABLE, lines
from .environment import environment
from .facts import Facts
from .finding import Finding, Setting, finding
from .rules_devices import hca_findings, interface_findings
from .rules_fabric import fabric_findings, together_findings
from .rules_line import line_findings
from .rules_value import is_nccls, value_findings
from .script import read_script

LEVELS = ("error", "warning", "unjudged")
DEVICES = {"NCCL_IB_HCA": hca_findings, "NCCL_SOCKET_IFNAME": interface_findings}


def lint_conf(text: str, facts: Facts, place: str = "nccl.conf") -> list[Finding]:
    """The findings about a file that NCCL reads."""
    read = [*lines(text, facts.version)]
    written = [found for line in read for found in line_findings(line, place, facts.version)]
    settings = [Setting(place, line.number, line.name, line.value) for line in read if line.counts]
    clean = [setting for setting in settings if VARIABLE.fullmatch(setting.name)]
    spoilt = {found.name for found in written}
    judged = _judged([setting for setting in clean if setting.name not in spoilt], facts)
    named = {found.name for found in judged} | spoilt
    return _sorted([*written, *judged, *_others(clean), *_against_file(clean, facts, named, place)])


def lint_environment(text: str, facts: Facts, place: str = "env") -> list[Finding]:
    """The findings about an environment as ``env`` prints it."""
    return _sorted(_job(environment(text, place), facts))


def lint_script(text: str, facts: Facts, place: str = "job") -> list[Finding]:
    """The findings about a batch script."""
    script = read_script(text, place)
    spoilt = {(found.name, found.where) for found in script.findings}
    whole = [setting for setting in script.settings if (setting.name, setting.where) not in spoilt]
    return _sorted([*script.findings, *_job(whole, facts)])


def _job(settings: Sequence[Setting], facts: Facts) -> list[Finding]:
    """The findings about variables that win over every file."""
    ours = [setting for setting in settings if is_nccls(setting.name)]
    unknown = [_computed(setting, facts) for setting in ours if setting.computed]
    judged = _judged([setting for setting in ours if not setting.computed], facts)
    told = {(found.name, found.where) for found in judged}
    return [*unknown, *judged, *_overrides(ours, facts, told)]


def _judged(settings: Sequence[Setting], facts: Facts) -> list[Finding]:
    """What the rules say of each setting, then of those that count together."""
    found = [one for setting in settings for one in _of_one(setting, facts)]
    values = {setting.name: setting for setting in settings}
    return [*found, *together_findings(values, facts)]


def _of_one(setting: Setting, facts: Facts) -> Iterator[Finding]:
    yield from value_findings(setting, facts)
    if not setting.value:
        return
    if setting.name in DEVICES:
        yield from DEVICES[setting.name](setting, facts)
    yield from fabric_findings(setting, facts)


def _others(settings: Sequence[Setting]) -> Iterator[Finding]:
    """Variables of other programs; RCCL, AMD's, reads the same file."""
    for setting in settings:
        if not is_nccls(setting.name) and not setting.name.startswith("RCCL_"):
            yield finding("not-nccls", setting, "variables of NCCL")


def _computed(setting: Setting, facts: Facts) -> Finding:
    planned = facts.plan.get(setting.name)
    allowed = f"{setting.name}={planned}" if planned else "a value that stands in the script"
    return finding("computed", setting, allowed)


def _against_file(settings: Sequence[Setting], facts: Facts, named: Iterable[str], place: str) -> Iterator[Finding]:
    """A file against the plan's; what a rule has named already is not told twice."""
    have = {setting.name: setting for setting in settings}
    for name, value in facts.plan.items():
        if name in named:
            continue
        if name not in have:
            yield finding("missing", Setting(place, 0, name, value), f"{name}={value}", "not in the file")
        elif have[name].value != value:
            yield finding("not-as-planned", have[name], f"{name}={value}")


def _overrides(settings: Sequence[Setting], facts: Facts, told: set[tuple[str, str]]) -> Iterator[Finding]:
    """A job's settings against the file that the plan wrote, which they hide."""
    for setting in settings:
        planned = facts.plan.get(setting.name)
        if setting.name == "NCCL_CONF_FILE" and facts.plan:
            yield finding("other-file", setting, "not to set it")
        if planned is None or setting.computed or setting.value == planned:
            continue
        if (setting.name, setting.where) not in told:
            yield finding("overrides", setting, f"not to set it: the plan has {planned}")


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    """By line and level; each once."""
    return sorted({*findings}, key=lambda one: (one.line, LEVELS.index(one.level), one.name, one.rule, one.found))


def summary(findings: Sequence[Finding]) -> Mapping[str, int]:
    """How many findings there are of each level."""
    return {level: sum(one.level == level for one in findings) for level in LEVELS}
