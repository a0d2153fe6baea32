# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
name: record
type: notification
short_description: Writes one line of JSON per task and host
version_added: 0.1.0
description:
  - Tests read it to compare what check mode predicted with what a run did, and to count module executions per host.
options:
  path:
    description: The file to add to. Nothing is written when it is not set.
    type: str
    env:
      - name: DISAGG_RECORD
    ini:
      - section: callback_record
        key: path
"""

import json
from pathlib import Path
from typing import Any

from ansible.plugins.callback import CallbackBase

TOLD = ("changed", "commands", "before", "after", "msg", "differs")


class CallbackModule(CallbackBase):
    """Adds a line for each result; ``executed`` says whether a module ran for it."""

    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "notification"
    CALLBACK_NAME = "disagg.cluster.record"
    CALLBACK_NEEDS_ENABLED = True

    def v2_runner_on_ok(self, result: Any) -> None:
        self._write("ok", result)

    def v2_runner_on_failed(self, result: Any, ignore_errors: bool = False) -> None:
        self._write("failed", result)

    def v2_runner_on_unreachable(self, result: Any) -> None:
        self._write("unreachable", result)

    def _write(self, outcome: str, result: Any) -> None:
        path = self.get_option("path")
        if not path:
            return
        shown = result._result
        line = {
            "host": result._host.get_name(),
            "task": result._task.get_name(),
            "module": result._task.action,
            "outcome": outcome,
            "executed": "invocation" in shown,
            **{key: shown[key] for key in TOLD if key in shown},
        }
        with Path(path).open("a") as file:
            file.write(json.dumps(line, default=str, sort_keys=True) + "\n")
