# SPDX-License-Identifier: GPL-3.0-or-later
"""The provider "lab": its one setting and its two kinds of resources."""

from __future__ import annotations

import threading

from .network import Network
from .node import Node
from .protocol.schema import Attribute
from .protocol.server import Provider
from .protocol.values import Value

LABEL_DEFAULT = "lab"
SCHEMA = {
    "lab": Attribute(
        "string",
        "Name of the lab, put on all its containers and networks as the label disagg.lab; lab unless set.",
        optional=True,
    )
}


def lab_provider() -> Provider:
    """Assemble the provider."""
    stopping = threading.Event()
    network, node = Network(), Node(stopping)

    def configure(config: Value) -> None:
        network.lab = node.lab = config["lab"] or LABEL_DEFAULT

    return Provider(SCHEMA, {"lab_network": network, "lab_node": node}, configure, stopping)
