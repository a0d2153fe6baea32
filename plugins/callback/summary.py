# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
name: summary
type: aggregate
short_description: Says at the end of a run what changed, and which hosts were not reached
version_added: 0.1.0
description:
  - One line per host that changed, with the modules that changed it, or a line that nothing had to change.
  - Hosts that could not be reached or failed are named with what to do.
  - Switches whose configuration was only handed over as text are named, for nothing was read from them.
  - The findings of a verify stand last.
options:
  playbooks:
    description: File names of the playbooks whose end is summed up.
    type: list
    elements: str
    default: [provision.yml, apply.yml, site.yml]
    env:
      - name: DISAGG_SUMMARY_PLAYBOOKS
    ini:
      - section: callback_summary
        key: playbooks
"""

from pathlib import Path
from typing import Any

from ansible.plugins.callback import CallbackBase

from ..module_utils.summary import Run, lines

HANDED_OVER = "switch_text"  # the module that writes a page for a person and connects to nothing


class CallbackModule(CallbackBase):
    """Gathers what each host did and prints it once."""

    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "disagg.cluster.summary"
    CALLBACK_NEEDS_ENABLED = True

    def __init__(self) -> None:
        super().__init__()
        self.run = Run()

    def v2_playbook_on_start(self, playbook: Any) -> None:
        self.run.playbook = Path(playbook._file_name).name

    def v2_playbook_on_play_start(self, play: Any) -> None:
        self.run.check = bool(play.check_mode)

    def v2_runner_on_ok(self, result: Any) -> None:
        host = result._host.get_name()
        self.run.hosts.add(host)
        if result._result.get("changed"):
            self.run.changed.setdefault(host, []).append(result._task.action)
        if result._task.action.rpartition(".")[2] == HANDED_OVER:
            self.run.texts[host] = bool(result._result.get("compared"))

    def v2_runner_on_failed(self, result: Any, ignore_errors: bool = False) -> None:
        if not ignore_errors:
            self.run.failed[result._host.get_name()] = result._task.get_name()

    def v2_runner_on_unreachable(self, result: Any) -> None:
        self.run.unreachable.append(result._host.get_name())

    def v2_playbook_on_stats(self, stats: Any) -> None:
        if self.run.playbook in self.get_option("playbooks"):
            for line, color in lines(self.run):
                self._display.display(line, color=color)
        for told in stats.custom.values():
            if "disagg_found" in told:
                self._display.display(f"\n{told['disagg_found']}")
