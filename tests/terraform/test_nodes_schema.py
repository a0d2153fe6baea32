# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/nodes.schema.json takes what Terraform gives, refuses planted errors, and agrees with the program's reader."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from plugins.module_utils.nodes import read_contract
from tests.terraform.conftest import ROOT

SCHEMA = json.loads((ROOT / "docs/nodes.schema.json").read_text())
PLANTED = yaml.safe_load((ROOT / "tests/terraform/planted.yml").read_text())


def golden(cluster: str) -> Any:
    return json.loads((ROOT / "tests/golden" / cluster / "nodes.json").read_text())


def told(document: Any) -> list[list[Any]]:
    """The places the schema complains of."""
    return [list(error.absolute_path) for error in Draft202012Validator(SCHEMA).iter_errors(document)]


def at(document: Any, path: Sequence[Any]) -> Any:
    for step in path:
        document = document[step]
    return document


def planted(error: dict[str, Any]) -> Any:
    """The lab's nodes with one error in them."""
    document = golden("lab")
    place, key = at(document, error["at"][:-1]), error["at"][-1]
    if error.get("remove"):
        del place[key]
    else:
        place[key] = copy.deepcopy(at(document, error["copy"])) if "copy" in error else error["put"]
    return document


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("cluster", ["lab", "disagg-16", "infiniband-128"])
def test_the_schema_takes_golden_nodes(cluster: str) -> None:
    assert told(golden(cluster)) == []
    read_contract(golden(cluster), "golden")


@pytest.mark.parametrize("error", PLANTED, ids=lambda error: error["name"])
def test_the_schema_refuses_a_planted_error_at_its_place(error: dict[str, Any]) -> None:
    places = told(planted(error))
    assert places and all(place == error.get("told", error["at"]) for place in places)


@pytest.mark.parametrize("error", [e for e in PLANTED if not e.get("schema_only")], ids=lambda error: error["name"])
def test_the_reader_refuses_what_the_schema_refuses(error: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"planted\.json: \w+"):
        read_contract(planted(error), "planted.json")


def test_every_field_is_described() -> None:
    parts = [SCHEMA, *SCHEMA["$defs"].values()]
    bare = [
        key
        for part in parts
        for key, field in part.get("properties", {}).items()
        if not field.keys() & {"description", "$ref"}
    ]
    assert not bare
