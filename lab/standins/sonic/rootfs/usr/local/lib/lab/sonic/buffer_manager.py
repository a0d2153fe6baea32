# SPDX-License-Identifier: GPL-3.0-or-later
"""SONiC's buffer manager: from CONFIG_DB to the profiles and groups that are in force, in APPL_DB. Pure.

Names of profiles: sonic-swss cfgmgr/buffermgrdyn.cpp, getDynamicProfileName.
"""

from __future__ import annotations

from typing import Any

from .database import Database
from .headroom import Inputs, generation, headroom
from .ports import admin_up

COMPUTED = "NULL"
LOSSLESS_POOL = "ingress_lossless_pool"
USUAL_MTU, USUAL_LOSSLESS_MTU, USUAL_SMALL = 9100, 1024, 50
Hashes = dict[str, dict[str, str]]


def appl_db(config: Database) -> Hashes:
    """BUFFER_PROFILE_TABLE and BUFFER_PG_TABLE; a port that is down or has no cable length gets no lossless group."""
    profiles = {f"BUFFER_PROFILE_TABLE:{name}": {**row} for name, row in config.get("BUFFER_PROFILE", {}).items()}
    groups: Hashes = {}
    for key, row in config.get("BUFFER_PG", {}).items():
        port, _, part = key.partition("|")
        name, made = _profile(config, port, row.get("profile", ""))
        if name:
            groups[f"BUFFER_PG_TABLE:{port}:{part}"] = {"profile": name}
            profiles.update(made)
    return {**profiles, **groups}


def state_db(config: Database) -> Hashes:
    """What the chip tells of itself: its memory, which is the size of the egress pool that may take all."""
    size = config.get("BUFFER_POOL", {}).get("egress_lossless_pool", {}).get("size")
    return {"BUFFER_MAX_PARAM_TABLE|global": {"mmu_size": size}} if size else {}


def _profile(config: Database, port: str, name: str) -> tuple[str, Hashes]:
    """The profile of a group, and what is made for it; no name where there can be none."""
    if name != COMPUTED:
        return (name if name in config.get("BUFFER_PROFILE", {}) else ""), {}
    if not admin_up(config.get("PORT", {}).get(port, {})) or not _cable(config, port):
        return "", {}
    row = config["PORT"][port]
    lanes, mtu = len(row["lanes"].split(",")), int(row.get("mtu", USUAL_MTU))
    made = headroom(_inputs(config, port, lanes, mtu))
    extra = (f"_mtu{mtu}" if mtu != USUAL_MTU else "") + ("_8lane" if lanes == 8 else "")
    name = f"pg_lossless_{row['speed']}_{_cable(config, port)}m{extra}_profile"
    alpha = {"dynamic_th": _parameter(config).get("default_dynamic_th", "0")}
    return name, {f"BUFFER_PROFILE_TABLE:{name}": {"pool": LOSSLESS_POOL, **made, **alpha}}


def _inputs(config: Database, port: str, lanes: int, mtu: int) -> Inputs:
    pattern = next(iter(config.get("LOSSLESS_TRAFFIC_PATTERN", {}).values()), {})
    shared = config.get("BUFFER_POOL", {}).get(LOSSLESS_POOL, {}).get("xoff", "0")
    return Inputs(
        generation(config["DEVICE_METADATA"]["localhost"]["platform"]),
        int(config["PORT"][port]["speed"]),
        _cable(config, port),
        mtu,
        lanes,
        int(pattern.get("mtu", USUAL_LOSSLESS_MTU)),
        int(pattern.get("small_packet_percentage", USUAL_SMALL)),
        int(_parameter(config).get("over_subscribe_ratio", 0)) or int(shared),
    )


def _cable(config: Database, port: str) -> int:
    lengths = next(iter(config.get("CABLE_LENGTH", {}).values()), {})
    return int(lengths.get(port, "0m").rstrip("m"))


def _parameter(config: Database) -> dict[str, Any]:
    rows: dict[str, Any] = config.get("DEFAULT_LOSSLESS_BUFFER_PARAMETER", {})
    return next(iter(rows.values()), {})
