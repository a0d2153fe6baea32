# SPDX-License-Identifier: GPL-3.0-or-later
"""The nodes of whole clusters, as the layout module gives them; UPDATE_GOLDEN=1 rewrites the files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.terraform.conftest import ROOT, Terraform

CLUSTERS = ["lab", "disagg-16", "infiniband-128"]
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


def laid_out(terraform: Terraform, folder: Path, cluster: str) -> dict[str, Any]:
    """The contract that Terraform computes from a cluster's spec."""
    spec, layout = ROOT / "inventories" / cluster / "cluster.yml", ROOT / "terraform/modules/layout"
    (folder / "main.tf").write_text(ROOT_MODULE.format(spec=spec, layout=layout))
    terraform.must(folder, "init", "-input=false")
    terraform.must(folder, "apply", "-input=false", "-auto-approve", "-compact-warnings")
    nodes: dict[str, Any] = json.loads(terraform.must(folder, "output", "-json", "nodes"))
    return nodes


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_terraform_lays_out_the_golden_nodes(terraform: Terraform, tmp_path: Path, cluster: str) -> None:
    golden = ROOT / "tests/golden" / cluster / "nodes.json"
    found = laid_out(terraform, tmp_path, cluster)
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n")
    assert found == json.loads(golden.read_text()), "UPDATE_GOLDEN=1 rewrites the file; its diff is the review"
