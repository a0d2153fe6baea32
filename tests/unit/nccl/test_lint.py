# SPDX-License-Identifier: GPL-3.0-or-later
"""What lint says of files, environments and scripts; UPDATE_GOLDEN=1 rewrites what is told, the diff is the review."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from plugins.module_utils.nccl.facts import Facts, facts_of_plan
from plugins.module_utils.nccl.lint import lint_conf, lint_environment, lint_script
from plugins.module_utils.nccl.release import release_or_newest
from plugins.module_utils.nccl.rules import RULES
from tests.golden.clusters import plans_of

CASES = sorted((Path(__file__).parent / "cases").glob("*.yml"))
READS = {"conf": lint_conf, "env": lint_environment, "script": lint_script}


class Blocks(yaml.SafeDumper):
    """Texts of several lines as they are read."""


Blocks.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def facts_of(case):
    more = {"version": release_or_newest(case.get("version")), **case.get("facts", {})}
    more = {name: tuple(value) if isinstance(value, list) else value for name, value in more.items()}
    document = plans_of(case["cluster"])["compute-1"].document() if "cluster" in case else {}
    return facts_of_plan(document, **more) if document else Facts(**more)


def findings(case):
    facts = facts_of(case)
    if case["reads"] == "plan":
        return lint_conf("".join(f"{name}={value}\n" for name, value in facts.plan.items()), facts)
    return READS[case["reads"]](case["text"], facts)


def told(found):
    return {"at": found.where, found.level: found.rule, "found": found.found, "allowed": found.allowed}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_lint_says(path):
    case = yaml.safe_load(path.read_text())
    said = [told(found) for found in findings(case)]
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(yaml.dump({**case, "says": said}, Dumper=Blocks, sort_keys=False, width=110))
    assert said == yaml.safe_load(path.read_text())["says"]


def test_every_rule_has_a_case_that_breaks_it():
    broken = {found.rule for path in CASES for found in findings(yaml.safe_load(path.read_text()))}
    assert broken == set(RULES)


@pytest.mark.parametrize("cluster", ["lab", "disagg-16", "infiniband-128", "plain", "fewer_leaves"])
def test_nothing_is_wrong_with_a_file_that_the_plan_writes(cluster):
    assert findings({"reads": "plan", "cluster": cluster}) == []
