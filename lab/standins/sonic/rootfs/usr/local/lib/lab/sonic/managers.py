# SPDX-License-Identifier: GPL-3.0-or-later
"""All managers of the switch, which follow CONFIG_DB: the one of buffers, and those that set the kernel."""

from __future__ import annotations

from . import database
from .buffer_manager import appl_db, state_db
from .database import Database
from .kernel import program


def follow(config: Database) -> None:
    """Bring APPL_DB, STATE_DB and the kernel to ``config``."""
    database.store(appl_db(config), database.APPL)
    database.store(state_db(config), database.STATE)
    program(config)
