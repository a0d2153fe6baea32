# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subject there is: those that can be set, in the order in which a host takes them, and those only read. Pure."""

from __future__ import annotations

from ..subject import Subject
from . import pfc

ORDER: tuple[Subject, ...] = (pfc,)
READ_ONLY: tuple[Subject, ...] = ()

SUBJECTS: dict[str, Subject] = {subject.NAME: subject for subject in ORDER}
LOOKS: dict[str, Subject] = {subject.NAME: subject for subject in READ_ONLY}
