# SPDX-License-Identifier: GPL-3.0-or-later
import pytest

STATE = {"state": "terraform.tfstate"}


@pytest.fixture
def cached(cluster):
    cluster.state()
    cluster.env |= {"ANSIBLE_INVENTORY_CACHE_PLUGIN": "jsonfile", "ANSIBLE_INVENTORY_CACHE_CONNECTION": "cache"}
    cluster.source(STATE, cache=True)
    cluster.first = cluster.list()
    return cluster


def test_a_cached_inventory_is_the_same_and_needs_no_state(cached):
    (cached.folder / "terraform.tfstate").unlink()
    assert cached.list() == cached.first


def test_a_flushed_cache_reads_the_state_again(cached):
    (cached.folder / "terraform.tfstate").unlink()
    done = cached.run("--list", "--flush-cache")
    assert (done.returncode, "no such file" in done.stderr) == (1, True)


def test_edited_sources_are_not_answered_from_the_cache(cached):
    cached.source({**STATE, "workspace": "other"}, cache=True)
    assert "terraform.tfstate.d/other/terraform.tfstate: no such file" in cached.refused()


def test_what_is_wrong_is_never_cached(cached, pair):
    cached.source({**STATE, "workspace": "default"}, cache=True)
    cached.state("terraform.tfstate", {**pair, "nodes": {}})
    cached.refused()
    cached.state()
    assert cached.list() == cached.first


def test_constructed_features_see_the_node(cluster):
    cluster.state()
    cluster.source(
        STATE,
        compose={"ports": "node.nics | length"},
        groups={"sonic": "node.os == 'sonic'"},
        keyed_groups=[
            {"key": "node.tags.owner", "prefix": "owner", "default_value": "nobody"},
            {"key": "node.group", "prefix": "group"},
        ],
        strict=False,
    )
    listed = cluster.list()
    assert {name: host["ports"] for name, host in listed["_meta"]["hostvars"].items()} == {
        "compute-1": 1, "leaf-1": 2, "spine-1": 1, "management-1": 0,
    }  # fmt: skip
    assert listed["sonic"]["hosts"] == ["leaf-1", "spine-1"]
    assert listed["owner_team_a"]["hosts"] == ["compute-1"]
    assert listed["group_gpu"]["hosts"] == ["compute-1"]


@pytest.mark.parametrize(
    "wrong", [{"compose": {"x": "node.oss"}}, {"groups": {"x": "node.oss"}}, {"keyed_groups": [{"key": "node.oss"}]}]
)
def test_an_expression_that_fails_is_an_error_unless_strict_is_off(cluster, wrong):
    cluster.state()
    cluster.source(STATE, **wrong)
    assert "oss" in cluster.refused()
    cluster.source(STATE, **wrong, strict=False)
    assert cluster.list()


def test_text_of_the_contract_is_never_a_template(cluster, pair):
    pair["nodes"]["compute-1"]["tags"] = {"owner": "{{ 6 * 7 }}"}
    cluster.state("terraform.tfstate", pair)
    cluster.source(STATE)
    shown = cluster.run("compute-1", "-m", "ansible.builtin.debug", "-a", "var=node.tags.owner", program="ansible")
    assert "{{ 6 * 7 }}" in shown.stdout
