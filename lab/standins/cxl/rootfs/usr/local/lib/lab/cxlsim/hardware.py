# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine that is stood in for, as /etc/lab/cxl.json describes it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

ETC = Path(os.environ.get("LAB_ETC", "/etc/lab"))
RUN = Path(os.environ.get("LAB_RUN", "/run/lab"))
DECODERS = 4  # of each port and endpoint, as QEMU's devices have


@dataclass(frozen=True)
class Hardware:
    """What the firmware and the slots hold."""

    told: dict[str, Any]

    @cached_property
    def bridges(self) -> list[dict[str, Any]]:
        return self.told["bus"]["bridges"]

    @cached_property
    def windows(self) -> list[dict[str, Any]]:
        return self.told["bus"]["windows"]

    @cached_property
    def slots(self) -> dict[str, dict[str, Any]]:
        """Every device by its memdev's name, with its host bridge."""
        return {
            slot["memdev"]: {**slot, "bridge": bridge["host"]} for bridge in self.bridges for slot in bridge["slots"]
        }

    @property
    def block(self) -> int:
        return self.told["block"]

    def window(self, name: str) -> dict[str, Any] | None:
        return next((window for window in self.windows if window["decoder"] == name), None)


def read() -> Hardware | None:
    """The machine; None for one without CXL."""
    path = ETC / "cxl.json"
    return Hardware(json.loads(path.read_text())) if path.exists() else None
