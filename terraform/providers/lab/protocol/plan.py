# SPDX-License-Identifier: GPL-3.0-or-later
"""Decide what a resource will look like, and whether it must be made anew. Pure."""

from __future__ import annotations

from typing import Any

from .schema import Attribute, Schema
from .values import UNKNOWN, Value


def planned(schema: Schema, config: Value, prior: Value | None) -> Value:
    """Say how the resource will look: the configuration, else the default, else as before, else not known yet."""
    return {name: _planned(name, attribute, config, prior) for name, attribute in schema.items()}


def _planned(name: str, attribute: Attribute, config: Value, prior: Value | None) -> Any:
    if config[name] is not None or not attribute.computed:
        return config[name]
    if attribute.default is not None:
        return attribute.default
    if attribute.default_from:
        return config[attribute.default_from]
    return prior[name] if prior else UNKNOWN


def replaced_by(schema: Schema, prior: Value, after: Value) -> list[str]:
    """Name the attributes whose change cannot be made in place."""
    return [name for name, attribute in schema.items() if attribute.replace and prior[name] != after[name]]
