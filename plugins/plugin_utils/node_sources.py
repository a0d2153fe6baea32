# SPDX-License-Identifier: GPL-3.0-or-later
"""The edge of the inventory plugin: fetches the documents its sources point at. Decides nothing about their nodes."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from ..module_utils.sources import Source
from ..module_utils.state import from_outputs, from_state

Told = tuple[str, Any]  # how errors name the source, and its document
WORKSPACES = "terraform.tfstate.d"  # where Terraform's local backend keeps all workspaces but the default one


def fetch(source: Source, folder: Path) -> Told:
    """One source's document; paths are relative to ``folder``. Raises ``ValueError``."""
    path = folder / Path(source.path).expanduser()
    return {"state": _state, "terraform": _binary, "file": _file}[source.kind](source, path)


def _state(source: Source, path: Path) -> Told:
    named = source.workspace not in ("", "default")
    state = path.parent / WORKSPACES / source.workspace / "terraform.tfstate" if named else path
    advice = f"apply this root first, or for another backend than local write `terraform: FOLDER`{_others(path.parent)}"
    return str(state), from_state(_text(state, advice), str(state))


def _others(root: Path) -> str:
    """The workspaces that have a state, for whoever forgot to name one."""
    names = sorted(state.parent.name for state in root.glob(f"{WORKSPACES}/*/terraform.tfstate"))
    return f"; workspaces with a state: {', '.join(names)}" if names else ""


def _binary(source: Source, root: Path) -> Told:
    from ..module_utils.edge.terraform import Terraform, TerraformError  # who only reads states need not have it

    env = {"TF_WORKSPACE": source.workspace} if source.workspace else {}
    told = f"{root} ({source.workspace})" if source.workspace else str(root)
    try:
        return told, from_outputs(Terraform(root, source.binary, env).output(), told)
    except TerraformError as error:
        raise ValueError(f"{told}: {error}") from None


def _file(_source: Source, path: Path) -> Told:
    text = _text(path, "`file` names a YAML file in the shape of the nodes contract")
    try:
        return str(path), yaml.load(text, Loader=_Strict)
    except yaml.YAMLError as error:
        raise ValueError(f"{path}: not YAML: {error}") from None


def _text(path: Path, advice: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file; {advice}") from None
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not text in UTF-8; {advice}") from None


class _Strict(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML that refuses a key written twice, where PyYAML would silently keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Any] = set()
        for key in (key for key, _value in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"{key.value!r} is written twice", problem_mark=key.start_mark)
            seen.add(key.value)
        return dict(super().construct_mapping(node, deep))
