# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subject there is: those that can be set, in the order in which a host takes them, and those only read. Pure."""

from __future__ import annotations

from ..subject import Subject
from . import config_db, pfc, saved, switch_port

ORDER: tuple[Subject, ...] = (pfc, config_db)
READ_ONLY: tuple[Subject, ...] = (saved, switch_port)

SUBJECTS: dict[str, Subject] = {subject.NAME: subject for subject in ORDER}
LOOKS: dict[str, Subject] = {subject.NAME: subject for subject in READ_ONLY}
