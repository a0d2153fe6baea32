# SPDX-License-Identifier: GPL-3.0-or-later
"""What Terraform says, as recorded with Terraform 1.11.4."""

from __future__ import annotations

from plugins.module_utils.terraform_events import Diagnostic, errors, errors_in_text, event

LOCKED = (
    '{"@level":"error","@message":"Error: Error acquiring the state lock","type":"diagnostic","diagnostic":'
    '{"severity":"error","summary":"Error acquiring the state lock","detail":"Error message: resource temporarily\\n'
    'unavailable"}}'
)
UNSUPPORTED = (
    '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"Unsupported argument",'
    '"detail":"An argument named \\"imput\\" is not expected here.","address":"terraform_data.disk",'
    '"range":{"filename":"main.tf","start":{"line":2,"column":3,"byte":34},"end":{"line":2,"column":8,"byte":39}}}}'
)
WARNING = '{"type":"diagnostic","diagnostic":{"severity":"warning","summary":"Value for undeclared variable"}}'
TEXT = """
Error: node leaf-1: there is no image localhost/x:1

  with module.lab.lab_node.node["leaf-1"],
  on ../../terraform/modules/lab/main.tf line 25, in resource "lab_node" "node":
  25:   image = var.image

Build or import the image first.
See what is there: podman images

Error: Something else
"""


def test_errors_are_taken_from_events_and_warnings_are_not():
    told = [str(each) for each in errors(map(event, [WARNING, LOCKED, UNSUPPORTED]))]
    assert told == [
        "Error acquiring the state lock: Error message: resource temporarily unavailable",
        'main.tf:2: terraform_data.disk: Unsupported argument: An argument named "imput" is not expected here.',
    ]


def test_a_line_that_is_no_event_keeps_its_text():
    assert event("Initializing the backend...\n") == {"type": "text", "@message": "Initializing the backend..."}
    assert event("3\n") == {"type": "text", "@message": "3"}


def test_errors_in_text_keep_place_address_and_explanation():
    assert errors_in_text(TEXT) == [
        Diagnostic(
            "node leaf-1: there is no image localhost/x:1",
            "Build or import the image first. See what is there: podman images",
            'module.lab.lab_node.node["leaf-1"]',
            "../../terraform/modules/lab/main.tf:25",
        ),
        Diagnostic("Something else"),
    ]


def test_an_error_that_is_told_twice_is_told_once():
    assert errors_in_text("Error: Twice\n\nError: Twice\n") == [Diagnostic("Twice")]


def test_text_without_an_error_is_told_whole():
    assert errors_in_text("flag provided but not defined: -force\n") == [
        Diagnostic("flag provided but not defined: -force")
    ]
    assert errors_in_text(" \n") == [Diagnostic("it said nothing")]
