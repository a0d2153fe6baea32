# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the neighbours of a switch before and after a change."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ..switch_transaction import answered, ping
from .host import ActionFailed, Host

ROUNDS = 10  # times a neighbour that has gone quiet is asked again, one second apart


def answering(host: Host, addresses: Iterable[str]) -> set[str]:
    """The addresses that answer now."""
    return answered(host.look({address: ping(address) for address in sorted(addresses)}))


def ask(host: Host, there: set[str]) -> None:
    """Wait until every neighbour that answered before the change answers again; raises ``ActionFailed``."""
    quiet = there
    for _ in range(ROUNDS):
        quiet = quiet - answering(host, quiet)
        if not quiet:
            return
        time.sleep(1)
    raise ActionFailed(f"neighbours that answered before the change no longer do: {', '.join(sorted(quiet))}")
