# SPDX-License-Identifier: GPL-3.0-or-later
"""What a resource's attributes are: a table in Python, turned into the protocol's message."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from .messages import tfplugin6
from .values import Value

ValueType = Union[str, list[str], "Schema"]  # "string", ["list", "string"], or the attributes of each list entry


@dataclass(frozen=True)
class Attribute:
    """One attribute; ``default`` and ``default_from`` (another attribute's name) hold where it is not configured."""

    type: ValueType
    description: str
    required: bool = False
    optional: bool = False
    computed: bool = False
    replace: bool = False
    default: Any | None = None
    default_from: str = ""

    def __post_init__(self) -> None:
        if self.required == (self.optional or self.computed):
            raise ValueError(f"{self.description!r} must be either required, or optional or computed or both")
        if (self.default is not None or self.default_from) and not self.computed:
            raise ValueError(f"{self.description!r} has a default, so Terraform must be told that it is computed")


Schema = Mapping[str, Attribute]


def attribute_message(name: str, attribute: Attribute) -> Any:
    """Describe one attribute to Terraform."""
    message = tfplugin6.Schema.Attribute(
        name=name,
        description=attribute.description,
        required=attribute.required,
        optional=attribute.optional,
        computed=attribute.computed,
    )
    if isinstance(attribute.type, Mapping):
        message.nested_type.nesting = tfplugin6.Schema.Object.LIST
        message.nested_type.attributes.extend(attribute_message(*item) for item in attribute.type.items())
    else:
        message.type = json.dumps(attribute.type).encode()
    return message


def schema_message(schema: Schema) -> Any:
    """Describe a resource, or the provider's own block, to Terraform."""
    attributes = [attribute_message(name, attribute) for name, attribute in sorted(schema.items())]
    return tfplugin6.Schema(block=tfplugin6.Schema.Block(attributes=attributes))


def fitted(schema: Schema, stored: Value) -> Value:
    """Give a value from an older state exactly the attributes that the schema has now."""
    return {name: stored.get(name) for name in schema}
