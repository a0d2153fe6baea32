# SPDX-License-Identifier: GPL-3.0-or-later
"""What a role takes is what its modules take, and every subject is the work of exactly one role."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
import yaml

from plugins.module_utils.devices.registry import ORDER, SUBJECTS
from plugins.module_utils.parts import ROLES, part_of_role

ROOT = Path(__file__).parents[2]
ONLY_ASKING = ("gathered", "rendered")
BESIDE_THE_PLAN = {"boot": ("program", "plan")}  # large, so roles take them once and not in the plan
ON_HOSTS = ("host_base", "host_fabric", "host_memory", "nccl")
PLANNED = [(role, subject) for role in ON_HOSTS for subject in ROLES[role]]
OWN_NAMES = ("cxl_memory", "cxl_region", "memory_node", "memory_policy")  # modules that are named as their subject


def module_options(subject: str) -> dict[str, Any]:
    name = "nccl_conf" if subject == "nccl" else subject if subject in OWN_NAMES else f"host_{subject}"
    module = importlib.import_module(f"plugins.modules.{name}")
    return dict(yaml.safe_load(module.DOCUMENTATION)["options"])


def role_options(role: str) -> dict[str, Any]:
    spec = yaml.safe_load((ROOT / "roles" / role / "meta" / "argument_specs.yml").read_text())
    return dict(spec["argument_specs"]["main"]["options"])


def shape(options: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    return {
        name: tuple(option.get(key) for key in ("type", "elements", "required")) for name, option in options.items()
    }


@pytest.mark.parametrize(("role", "subject"), PLANNED)
def test_a_subject_of_a_role_has_the_options_of_its_module(role: str, subject: str) -> None:
    planned = role_options(role)[f"{role}_plan"]["options"][subject]["options"]
    module = module_options(subject)
    beside = [name for name in module if name not in ("config", "state", *BESIDE_THE_PLAN.get(subject, ()))]
    assert {*planned} == {"config", "state", *beside}
    assert shape(planned["config"]["options"]) == shape(module["config"]["suboptions"])
    assert planned["state"]["choices"] == [state for state in module["state"]["choices"] if state not in ONLY_ASKING]


@pytest.mark.parametrize("role", ON_HOSTS)
def test_a_default_of_a_role_is_one_of_its_inputs(role: str) -> None:
    defaults = yaml.safe_load((ROOT / "roles" / role / "defaults" / "main.yml").read_text())
    inputs = role_options(role)
    assert {*defaults} == {*inputs} - {f"{role}_plan"}
    for name, option in inputs.items():
        assert option.get("default", defaults.get(name)) == defaults.get(name)


def test_every_subject_is_the_work_of_exactly_one_role() -> None:
    claimed = [subject for subjects in ROLES.values() for subject in subjects if subject in SUBJECTS]
    assert sorted(claimed) == sorted(subject.NAME for subject in ORDER)


def test_part_of_role_takes_plans_and_lists_and_refuses_other_roles() -> None:
    assert part_of_role({"pfc": {}, "files": {}, "reach": {}}, "host_fabric") == {"pfc": {}}
    assert part_of_role(["files", "pfc"], "host_base") == ["files"]
    with pytest.raises(ValueError, match="'host_gpu' makes no subject true; allowed: host_base, host_fabric"):
        part_of_role([], "host_gpu")


def test_every_module_of_a_target_is_in_the_group_that_gets_roots_and_tools() -> None:
    group = yaml.safe_load((ROOT / "meta" / "runtime.yml").read_text())["action_groups"]["target"]
    modules = {path.stem for path in (ROOT / "plugins" / "modules").glob("*.py") if "PLACES" in path.read_text()}
    modules |= {path.stem for path in (ROOT / "plugins" / "modules").glob("*.py") if "run_subject" in path.read_text()}
    assert {*group} == modules
