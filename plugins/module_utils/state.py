# SPDX-License-Identifier: GPL-3.0-or-later
"""From what Terraform or OpenTofu wrote to its output ``nodes``. Resources and their attributes are never read."""

from __future__ import annotations

import json
from typing import Any

from .spec.problem import shown

STATE_VERSION = 4  # Terraform 0.12 and later, OpenTofu


def from_state(text: str, source: str) -> Any:
    """The value of output ``nodes`` in the text of a state file; raises ``ValueError``."""
    state = _loaded(text, source)
    if "encrypted_data" in state:
        raise ValueError(
            f"{source}: encrypted_data: OpenTofu encrypted this state; let its binary read it: "
            "replace `state: PATH` by `terraform: FOLDER` with `binary: tofu`"
        )
    _check_version(state.get("version"), source)
    return from_outputs(state.get("outputs"), source)


def from_outputs(outputs: Any, source: str) -> Any:
    """The value of output ``nodes`` among a root's outputs, as state and ``output -json`` hold them."""
    if not isinstance(outputs, dict) or not isinstance(outputs.get("nodes"), dict) or "value" not in outputs["nodes"]:
        others = ", ".join(sorted(outputs)) if isinstance(outputs, dict) and outputs else "none"
        raise ValueError(f"{source}: outputs: no output `nodes` (found: {others}); has this root been applied?")
    if outputs["nodes"].get("sensitive"):
        raise ValueError(
            f"{source}: outputs.nodes: marked sensitive; the inventory holds no secrets: keep them out of this output"
        )
    return outputs["nodes"]["value"]


def _loaded(text: str, source: str) -> dict[str, Any]:
    if not text.strip():
        raise ValueError(f"{source}: empty; has this root been applied?")
    try:
        state = json.loads(text)
    except ValueError as error:
        raise ValueError(f"{source}: not JSON, so not a Terraform state: {error}") from None
    if not isinstance(state, dict):
        raise ValueError(f"{source}: {shown(state)} is not a Terraform state")
    return state


def _check_version(version: Any, source: str) -> None:
    if version == STATE_VERSION and version is not True:
        return
    old = isinstance(version, int) and version < STATE_VERSION
    advice = (
        "it is from before Terraform 0.12: run `terraform apply` with a Terraform of today"
        if old
        else "let the binary read it: replace `state: PATH` by `terraform: FOLDER`"
    )
    raise ValueError(f"{source}: version: {shown(version)} is not read here, only {STATE_VERSION}; {advice}")
