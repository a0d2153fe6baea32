# SPDX-License-Identifier: GPL-3.0-or-later
"""Every Terraform module and root: formatted, valid, tested, with the one shared interface, and each rule needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terraform.conftest import CLUSTERS, ROOT, Terraform

MODULES = ["layout", "bare_metal", "lab"]
SHARED = {
    "layout": ["cluster.tf"],
    "bare_metal": ["cluster.tf", "variables.tf", "outputs.tf"],
    "lab": ["cluster.tf", "variables.tf", "outputs.tf"],
}
# A rule of a variable or of an output, from its first line to the closing brace at the same depth.
RULE = re.compile(r"^  (?:validation|precondition) \{\n(?:.*\n)*?^  \}\n", re.MULTILINE)


def rules(module: str, file: str) -> Iterator[tuple[str, str]]:
    """Each rule of a module's file, and the file without that rule."""
    text = (ROOT / "terraform/modules" / module / file).read_text()
    for found in RULE.finditer(text):
        yield found.group(), text[: found.start()] + text[found.end() :]


def test_every_file_is_formatted(terraform: Terraform) -> None:
    for folder in ("terraform", "inventories"):
        terraform.must(ROOT / folder, "fmt", "-check", "-diff", "-recursive")


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_valid_and_passes_its_tests(terraform: Terraform, tree: Path, module: str) -> None:
    folder = tree / "terraform/modules" / module
    terraform.must(folder, "init", "-input=false")
    terraform.must(folder, "validate")
    told = terraform.must(folder, "test")
    assert re.search(r"Success! [1-9]\d* passed, 0 failed", told), told


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_a_root_is_valid(terraform: Terraform, tree: Path, cluster: str) -> None:
    folder = tree / "inventories" / cluster
    terraform.must(folder, "init", "-input=false")
    terraform.must(folder, "validate")


@pytest.mark.parametrize(("module", "file"), [(module, file) for module in MODULES for file in SHARED[module]])
def test_a_module_shares_the_one_interface(module: str, file: str) -> None:
    own = ROOT / "terraform/modules" / module / file
    assert own.is_symlink(), f"{own} must be a link to ../shared/{file}"
    assert own.readlink() == Path("../shared") / file


@pytest.mark.parametrize("module", MODULES)
def test_a_module_declares_no_variable_or_output_beside_the_interface(module: str) -> None:
    folder = ROOT / "terraform/modules" / module
    own = [
        path
        for path in folder.glob("*.tf")
        if not path.is_symlink() and (module, path.name) != ("layout", "outputs.tf")
    ]
    found = [
        f"{path.name}: {line}"
        for path in own
        for line in path.read_text().splitlines()
        if re.match("variable|output", line)
    ]
    assert not found


@pytest.mark.parametrize("module", MODULES)
def test_every_variable_and_output_is_described(module: str) -> None:
    for path in (ROOT / "terraform/modules" / module).glob("*.tf"):
        blocks = re.findall(r'^(variable|output) "(\w+)" \{\n((?:.*\n)*?)^\}', path.read_text(), re.MULTILINE)
        for kind, name, body in blocks:
            assert re.search(r"^  description = ", body, re.MULTILINE), f"{path}: {kind} {name} has no description"


def test_nothing_is_counted() -> None:
    counted = [
        f"{path}: {name}"
        for path in (ROOT / "terraform/modules").rglob("*.tf")
        for name, body in re.findall(
            r"^((?:resource|module|data) .*) \{\n((?:.*\n)*?)^\}", path.read_text(), re.MULTILINE
        )
        if re.search(r"^  count\s+=", body, re.MULTILINE)
    ]
    assert not counted, "what is made with count changes its address when another one goes; use for_each over names"


@pytest.mark.parametrize(
    ("module", "file"),
    [("layout", "cluster.tf"), ("layout", "outputs.tf"), ("lab", "variables.tf"), ("bare_metal", "outputs.tf")],
)
def test_a_module_without_any_one_of_its_rules_fails_its_tests(
    terraform: Terraform, tree: Path, module: str, file: str
) -> None:
    folder = tree / "terraform/modules" / module
    terraform.must(folder, "init", "-input=false")
    terraform.must(folder, "test", "-filter=tests/refused.tftest.hcl")
    found = list(rules(module, file))
    unguarded = []
    for rule, without in found:
        (folder / file).unlink()
        (folder / file).write_text(without)
        if terraform.run(folder, "test", "-filter=tests/refused.tftest.hcl").returncode == 0:
            unguarded.append(rule)
    assert found, f"{file} has no rule"
    assert not unguarded, "no test notices when these are taken away:\n" + "\n".join(unguarded)
