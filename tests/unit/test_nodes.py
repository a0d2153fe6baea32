# SPDX-License-Identifier: GPL-3.0-or-later
import json
from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from plugins.module_utils.contract import Nic, Peer
from plugins.module_utils.inventory import entry
from plugins.module_utils.nodes import merge, read_contract

CASES = Path(__file__).parent / "nodes"
PAIR = yaml.safe_load((CASES / "pair.yml").read_text())
WRONG = yaml.safe_load((CASES / "wrong.yml").read_text())
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/nodes.json"))


def steps(document, path):
    """A dotted path as keys: the node's name is all between `nodes.` and a field of a node."""
    if not path.startswith("nodes."):
        return [path]
    rest = path.removeprefix("nodes.")
    name = next((name for name in PAIR["nodes"] if rest.startswith(name)), rest)
    return ["nodes", name, *(int(key) if key.isdigit() else key for key in rest.removeprefix(name).split(".") if key)]


def changed(case):
    document = deepcopy(PAIR)
    for path, value in [*case.get("set", {}).items(), *((path, "DROP") for path in case.get("drop", []))]:
        *way, last = steps(document, path)
        place = document
        for key in way:
            place = place[key]
        if value == "DROP":
            del place[last]
        else:
            place[last] = value
    return document


def told_by(*documents):
    with pytest.raises(ValueError) as error:
        merge(documents)
    return str(error.value).split("\n")


def test_a_contract_becomes_nodes():
    node = read_contract(PAIR, "here")["compute-1"]
    assert (node.name, node.role, node.address, node.tags) == (
        "compute-1",
        "compute",
        "192.0.2.10",
        {"owner": "team-a"},
    )
    peer = Peer("leaf-1", "Ethernet0", "198.51.100.0/31")
    assert node.nics == (Nic("rail0", 0, "mlx5_0", "198.51.100.1/31", 400000, peer),)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_every_golden_contract_survives_the_round_trip(path):
    document = json.loads(path.read_text())
    nodes = read_contract(document, path.name)
    assert {name: entry(node) for name, node in nodes.items()} == document["nodes"]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_source_node_and_field(name):
    assert told_by(("here", changed(WRONG[name]))) == WRONG[name]["told"]


@pytest.mark.parametrize("document", [None, [], "text", 7])
def test_a_document_that_is_no_mapping_is_refused(document):
    assert told_by(("here", document))[0].endswith("is not a mapping; wanted version, cluster, nodes")


def places(value, way=()):
    """Every mapping in a contract, with the way to it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, dict) and "tags" not in way:
        yield way
    for key, inner in items:
        yield from places(inner, (*way, key))


def at(document, way):
    for key in way:
        document = document[key]
    return document


NODE_FIELDS = [(way, field) for way in places(PAIR) if len(way) > 1 for field in at(PAIR, way)]


@pytest.mark.parametrize(("way", "field"), NODE_FIELDS, ids=str)
def test_no_field_can_be_left_out_or_hold_something_strange(way, field):
    where = "here: nodes." + ".".join(map(str, (*way[1:], field)))
    where = where.replace(".0", "[0]", 1) if "nics.0" in where else where.replace(".nics.1", ".nics[1]")
    for strange in ("DROP", 1.5):
        document = deepcopy(PAIR)
        if strange == "DROP":
            del at(document, way)[field]
        else:
            at(document, way)[field] = strange
        assert any(line.startswith(f"{where}: ") for line in told_by(("here", document)))


def test_a_node_in_two_sources_names_both():
    other = {"version": 1, "cluster": "other", "nodes": {"management-1": PAIR["nodes"]["management-1"]}}
    assert told_by(("a.yml", PAIR), ("b.yml", other)) == [
        "b.yml: nodes.management-1: management-1 is also in a.yml: nodes.management-1; a node comes from one source"
    ]


def test_all_sources_are_judged_before_anything_is_told():
    wrong = {"version": 1, "cluster": "pair", "nodes": {}}
    assert [line.split(":")[0] for line in told_by(("a.yml", wrong), ("b.yml", wrong))] == ["a.yml", "b.yml"]


def test_a_link_may_lead_from_one_source_to_another():
    split = [{**PAIR, "nodes": {}}, {**PAIR, "nodes": {}}]
    for name, node in PAIR["nodes"].items():
        split[node["role"] in ("leaf", "spine")]["nodes"][name] = node
    hosts, switches = merge([("hosts", split[0]), ("switches", split[1])])
    assert [*hosts.nodes, *switches.nodes] == ["compute-1", "management-1", "leaf-1", "spine-1"]


def renamed(cluster, shift):
    """The pair once more, as another cluster: other names and management addresses, the same fabric."""
    text = json.dumps({**PAIR, "cluster": cluster}).replace("192.0.2.", f"192.0.{shift}.")
    for name in PAIR["nodes"]:
        text = text.replace(f'"{name}"', f'"{cluster}-{name}"')
    return json.loads(text)


def test_two_clusters_may_use_the_same_fabric_addresses():
    assert len(merge([("a", PAIR), ("b", renamed("second", 3))])) == 2


def test_two_clusters_may_not_share_a_management_address():
    assert told_by(("a", PAIR), ("b", renamed("second", 2)))[0] == (
        "b: nodes.second-compute-1.address: 192.0.2.10 is also in a: nodes.compute-1.address; "
        "an address belongs to one node"
    )
