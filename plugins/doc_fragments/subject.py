# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Documentation that all modules of one subject share."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
attributes:
  check_mode: {support: full, description: Predicts the change without making it.}
  diff_mode: {support: full, description: Returns what changed.}
options:
  roots:
    description:
      - Where paths really lie, by the beginning of the path, for example a recorded tree in place of V(/sys).
    type: dict
    default: {}
  tools:
    description: Paths of commands, by name, where they are not in the usual folders.
    type: dict
    default: {}
"""
