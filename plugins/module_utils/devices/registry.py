# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subject there is, in the order in which a host takes them. Pure."""

from __future__ import annotations

from ..subject import Subject
from . import pfc

ORDER: tuple[Subject, ...] = (pfc,)
SUBJECTS: dict[str, Subject] = {subject.NAME: subject for subject in ORDER}
