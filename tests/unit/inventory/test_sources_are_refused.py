# SPDX-License-Identifier: GPL-3.0-or-later
import json

import pytest
import yaml

STATE = {"state": "terraform.tfstate"}


@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("terraform.tfstate", None, "no such file; apply this root first, or for another backend than local write"),
        ("terraform.tfstate/x", "", "terraform.tfstate: cannot be read: Is a directory"),
        ("terraform.tfstate", "", "terraform.tfstate: empty; has this root been applied?"),
        ("terraform.tfstate", '{"version": 4', "terraform.tfstate: not JSON, so not a Terraform state"),
        ("terraform.tfstate", '{"version": 3, "modules": []}', "tfstate: version: 3 is not read here, only 4"),
        ("terraform.tfstate", '{"encrypted_data": "AAAA", "encryption_version": "v0"}',
         "terraform.tfstate: encrypted_data: OpenTofu encrypted this state; let its binary read it: "
         "replace `state: PATH` by `terraform: FOLDER` with `binary: tofu`"),
        ("terraform.tfstate", '{"version": 4, "outputs": {}, "resources": []}',
         "terraform.tfstate: outputs: no output `nodes` (found: none); has this root been applied?"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_used_is_named(cluster, path, text, told):
    if text is not None:
        cluster.write(path, text)
    cluster.source(STATE)
    told_to_user = cluster.refused()
    assert f"{cluster.folder}/terraform.tfstate: " in told_to_user
    assert told in told_to_user


def test_a_forgotten_workspace_is_suggested(cluster):
    cluster.state("terraform.tfstate.d/production/terraform.tfstate")
    cluster.source(STATE)
    assert "workspaces with a state: production" in cluster.refused()


def test_a_broken_contract_names_file_node_and_every_field(cluster, pair):
    pair["nodes"]["compute-1"]["role"] = "compte"
    pair["nodes"]["leaf-1"]["nics"][0]["speed"] = "400G"
    cluster.state("terraform.tfstate", pair)
    cluster.source(STATE)
    told = cluster.refused()
    where = f"{cluster.folder}/terraform.tfstate: nodes"
    assert f"{where}.compute-1.role: compte is not a role; did you mean compute?" in told
    assert f"{where}.leaf-1.nics[0].speed: 400G is not a speed in Mb/s; 400G is 400000" in told


def test_no_nodes_are_an_error(cluster, pair):
    cluster.state("terraform.tfstate", {**pair, "nodes": {}})
    cluster.source(STATE)
    assert f"{cluster.folder}/terraform.tfstate: nodes: there are none" in cluster.refused()


def test_a_node_in_two_sources_names_both(cluster, pair):
    cluster.state()
    cluster.write("by-hand.yml", yaml.safe_dump({**pair, "nodes": {"management-1": pair["nodes"]["management-1"]}}))
    cluster.source(STATE, {"file": "by-hand.yml"})
    assert (
        f"{cluster.folder}/by-hand.yml: nodes.management-1: management-1 is also in "
        f"{cluster.folder}/terraform.tfstate: nodes.management-1; a node comes from one source"
    ) in cluster.refused()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("version: [", "by-hand.yml: not YAML: "),
        ("version: 1\ncluster: a\nnodes: {}\ncluster: b\n", "by-hand.yml: not YAML: 'cluster' is written twice"),
        ("? [a]\n: 1\n", "by-hand.yml: not YAML: "),
        ("", "by-hand.yml: null is not a mapping; wanted version, cluster, nodes"),
        (
            "version: 1\ncluster: a\nnodes: {n: {address: 2026-01-01}}\n",
            "by-hand.yml: nodes.n.address: 2026-01-01 is not",
        ),
        (None, "by-hand.yml: no such file; `file` names a YAML file in the shape of the nodes contract"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(cluster, text, told):
    if text is not None:
        cluster.write("by-hand.yml", text)
    cluster.source({"file": "by-hand.yml"})
    assert told in cluster.refused()


def test_a_file_that_is_not_text_is_named(cluster):
    (cluster.folder / "by-hand.yml").write_bytes(b"\xff\xfe\x00")
    cluster.source({"file": "by-hand.yml"})
    assert f"{cluster.folder}/by-hand.yml: not text in UTF-8" in cluster.refused()


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ({"terraform": "nowhere"}, "nowhere holds no Terraform configuration"),
        ({"terraform": "root", "binary": "no-such-binary"}, "'no-such-binary' is not a program"),
        ({"terraform": "root", "workspace": "missing"}, "no output `nodes` (found: none); has this root been applied?"),
    ],
)
def test_a_root_that_cannot_be_asked_is_named(cluster, source, told):
    cluster.write("root/main.tf", "")
    cluster.source(source)
    assert told in cluster.refused()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({}, "sources"),
        ({"sources": []}, "nodes.yml: sources: there are none; name at least one"),
        ({"sources": [{"state": "a", "file": "b"}]}, "nodes.yml: sources[0]: "),
        ({"sources": [{"sate": "a"}]}, "name exactly one of state, terraform or file"),
        ({"sources": [STATE], "keyed_group": []}, "nodes.yml: keyed_group: unknown option; did you mean keyed_groups?"),
    ],
)
def test_a_source_file_with_a_slip_says_where(cluster, written, told):
    cluster.state()
    cluster.write("nodes.yml", json.dumps({"plugin": "disagg.cluster.nodes", **written}))
    assert told in cluster.refused()
