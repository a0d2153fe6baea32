# SPDX-License-Identifier: GPL-3.0-or-later
import json

import pytest

from plugins.module_utils.state import from_outputs, from_state

CONTRACT = {"version": 1, "cluster": "pair", "nodes": {}}


def state(**other):
    return json.dumps(
        {"version": 4, "outputs": {"nodes": {"value": CONTRACT, "type": "dynamic"}}, "resources": [], **other}
    )


def test_the_output_is_returned_as_it_is():
    assert from_state(state(), "here") == CONTRACT


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "here: empty; has this root been applied?"),
        (" \n", "here: empty; has this root been applied?"),
        ("version: 1", "here: not JSON, so not a Terraform state: Expecting value: line 1 column 1 (char 0)"),
        ("[]", "here: a list is not a Terraform state"),
        ("{}", "here: version: null is not read here, only 4; let the binary read it: "
               "replace `state: PATH` by `terraform: FOLDER`"),
        ('{"version": 3, "modules": []}', "here: version: 3 is not read here, only 4; it is from "
            "before Terraform 0.12: "
                                          "run `terraform apply` with a Terraform of today"),
        (state(version=5), "here: version: 5 is not read here, only 4; let the binary read it: "
                           "replace `state: PATH` by `terraform: FOLDER`"),
        (state(outputs={}), "here: outputs: no output `nodes` (found: none); has this root been applied?"),
        (state(outputs=None), "here: outputs: no output `nodes` (found: none); has this root been applied?"),
        (state(outputs={"b": 1, "a": 1}),
         "here: outputs: no output `nodes` (found: a, b); has this root been applied?"),
        (state(outputs={"nodes": {"sensitive": True, "value": CONTRACT}}),
         "here: outputs.nodes: marked sensitive; the inventory holds no secrets: keep them out of this output"),
        ('{"serial": 1, "lineage": "x", "meta": {}, "encrypted_data": "AAAA", "encryption_version": "v0"}',
         "here: encrypted_data: OpenTofu encrypted this state; let its binary read it: "
         "replace `state: PATH` by `terraform: FOLDER` with `binary: tofu`"),
    ],
)  # fmt: skip
def test_what_is_no_state_says_what_to_do(text, told):
    with pytest.raises(ValueError) as error:
        from_state(text, "here")
    assert str(error.value) == told


def test_outputs_of_the_binary_have_the_same_shape():
    assert from_outputs({"nodes": {"sensitive": False, "type": "dynamic", "value": CONTRACT}}, "here") == CONTRACT
