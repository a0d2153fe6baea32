# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subject there is: those that can be set, in the order in which a host takes them, and those only read. Pure."""

from __future__ import annotations

from ..subject import Subject
from . import (
    boot,
    buffer,
    config_db,
    counters,
    cxl_health,
    cxl_memory,
    cxl_region,
    dcbx,
    dscp,
    ets,
    fec,
    files,
    gid,
    headroom,
    hugepages,
    kernel_module,
    link,
    maxrate,
    memory_node,
    memory_policy,
    metadata,
    mlxconfig,
    nccl,
    nvue,
    pause,
    pfc,
    rdma_cm,
    reach,
    roce_cc,
    route,
    rule,
    saved,
    service,
    speed,
    switch_port,
    sysctl,
)

# What a reboot loses: the boot unit's work.
LOST_AT_REBOOT: tuple[Subject, ...] = (
    sysctl,
    memory_policy,
    cxl_region,
    cxl_memory,
    memory_node,
    hugepages,
    link,
    speed,
    pause,
    route,
    rule,
    pfc,
    buffer,
    ets,
    dscp,
    maxrate,
    roce_cc,
    rdma_cm,
)
ORDER: tuple[Subject, ...] = (files, kernel_module, mlxconfig, *LOST_AT_REBOOT, nccl, service, boot, config_db, nvue)
READ_ONLY: tuple[Subject, ...] = (counters, cxl_health, dcbx, fec, gid, headroom, metadata, reach, saved, switch_port)

SUBJECTS: dict[str, Subject] = {subject.NAME: subject for subject in ORDER}
LOOKS: dict[str, Subject] = {subject.NAME: subject for subject in READ_ONLY}
