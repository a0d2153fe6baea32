# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subject there is: those that can be set, in the order in which a host takes them, and those only read. Pure."""

from __future__ import annotations

from ..subject import Subject
from . import (
    boot,
    buffer,
    config_db,
    dscp,
    ets,
    files,
    gid,
    kernel_module,
    link,
    metadata,
    nccl,
    pause,
    pfc,
    reach,
    route,
    rule,
    saved,
    service,
    speed,
    switch_port,
    sysctl,
)

# the boot unit's work
LOST_AT_REBOOT: tuple[Subject, ...] = (sysctl, link, speed, pause, route, rule, pfc, buffer, ets, dscp)
ORDER: tuple[Subject, ...] = (files, kernel_module, *LOST_AT_REBOOT, nccl, service, boot, config_db)
READ_ONLY: tuple[Subject, ...] = (gid, metadata, reach, saved, switch_port)

SUBJECTS: dict[str, Subject] = {subject.NAME: subject for subject in ORDER}
LOOKS: dict[str, Subject] = {subject.NAME: subject for subject in READ_ONLY}
