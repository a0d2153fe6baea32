# SPDX-License-Identifier: GPL-3.0-or-later
"""The nodes of whole clusters, as the layout module gives them; UPDATE_GOLDEN=1 rewrites the files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.terraform.conftest import CLUSTERS, ROOT, Terraform

ROOT_MODULE = """
locals {{
  cluster = yamldecode(file("{spec}"))
}}
module "layout" {{
  source  = "{layout}"
  cluster = local.cluster
}}
output "nodes" {{
  value = {{ version = 1, cluster = local.cluster.name, nodes = module.layout.nodes }}
}}
"""


def applied(terraform: Terraform, folder: Path) -> Any:
    """The nodes that a root gives once it is applied."""
    terraform.must(folder, "init", "-input=false")
    terraform.must(folder, "apply", "-input=false", "-auto-approve")
    return json.loads(terraform.must(folder, "output", "-json", "nodes"))


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_terraform_lays_out_the_golden_nodes(terraform: Terraform, tmp_path: Path, cluster: str) -> None:
    spec, golden = ROOT / "inventories" / cluster / "cluster.yml", ROOT / "tests/golden" / cluster / "nodes.json"
    (tmp_path / "main.tf").write_text(ROOT_MODULE.format(spec=spec, layout=ROOT / "terraform/modules/layout"))
    found = applied(terraform, tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n")
    assert found == json.loads(golden.read_text()), "UPDATE_GOLDEN=1 rewrites the file; its diff is the review"


@pytest.mark.parametrize("cluster", ["disagg-16", "infiniband-128"])
def test_a_root_on_bare_metal_gives_the_golden_nodes(terraform: Terraform, tree: Path, cluster: str) -> None:
    golden = ROOT / "tests/golden" / cluster / "nodes.json"
    assert applied(terraform, tree / "inventories" / cluster) == json.loads(golden.read_text())
