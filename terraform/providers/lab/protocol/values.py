# SPDX-License-Identifier: GPL-3.0-or-later
"""Terraform's values on the wire: msgpack, where an extension type stands for "known after apply"."""

from __future__ import annotations

from typing import Any

import msgpack

Value = dict[str, Any]  # one resource's attributes by name

# Extension type 0 is a plain unknown; 12, an unknown of which something is known, is passed on as it came
# (object-wire-format.md of the protocol).
UNKNOWN = msgpack.ExtType(0, b"\x00")


def pack(value: Any) -> bytes:
    """Write a value as the bytes of a DynamicValue."""
    packed: bytes = msgpack.packb(value)
    return packed


def unpack(data: bytes) -> Any:
    """Read the bytes of a DynamicValue."""
    return msgpack.unpackb(data, strict_map_key=False)


def known(value: Any) -> bool:
    """Say whether a value is set and known."""
    return value is not None and not isinstance(value, msgpack.ExtType)
