# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filter ``disagg.cluster.known_hosts``."""

from __future__ import annotations

from typing import Any, Callable

from ..module_utils.known_hosts import known_hosts


class FilterModule:
    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"known_hosts": known_hosts}
