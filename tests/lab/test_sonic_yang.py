# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand-in takes and refuses what SONiC's YANG models, read by libyang's yanglint, take and refuse."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import jsonpatch
import pytest

from .sonic import LEAF_PORTS, Database, operations, planned, standin
from .yang import MODELS, verdict

if not MODELS.exists():
    pytest.skip("skipped: no data ../shared/data/sonic/yang", allow_module_level=True)
if not shutil.which("yanglint"):
    pytest.skip("skipped: no yanglint (Debian package libyang2-tools)", allow_module_level=True)

GOOD = {
    "nothing": {},
    "the smallest MTU": {"PORT/Ethernet0/mtu": "68"},
    "no lossless priority": {"PORT_QOS_MAP/Ethernet0/pfc_enable": ""},
    "a port without QoS": {"PORT_QOS_MAP/Ethernet0": None},
    "a queue of the CPU": {"QUEUE/CPU|40": {"scheduler": "scheduler.0"}},
    "a scheduler with rates": {"SCHEDULER/s": {"type": "STRICT", "cir": "1", "pir": "2", "cbs": "3", "pbs": "3"}},
    "an IPv6 address": {"INTERFACE/Ethernet0": {}, "INTERFACE/Ethernet0|fd00::1/127": {"family": "IPv6"}},
    "a share of the pool": {"BUFFER_POOL/ingress_lossless_pool/percentage": "50"},
    "rows of buffers that overlap": {"BUFFER_PG/Ethernet0|3": {"profile": "NULL"}},
    "equal thresholds": {"WRED_PROFILE/x": {"green_min_threshold": "5", "green_max_threshold": "5"}},
}
BAD = {
    "MTU too large": {"PORT/Ethernet0/mtu": "9217"},
    "MTU not a number": {"PORT/Ethernet0/mtu": "big"},
    "no speed": {"PORT/Ethernet0/speed": None},
    "no lanes": {"PORT/Ethernet0/lanes": None},
    "unknown admin state": {"PORT/Ethernet0/admin_status": "upp"},
    "unknown FEC": {"PORT/Ethernet0/fec": "rsx"},
    "unknown field": {"PORT/Ethernet0/mtuu": "9000"},
    "port that is gone but used": {"PORT/Ethernet0": None},
    "DSCP 64": {"DSCP_TO_TC_MAP/AZURE/64": "1"},
    "traffic class 16": {"DSCP_TO_TC_MAP/AZURE/26": "16"},
    "priority group 8": {"TC_TO_PRIORITY_GROUP_MAP/AZURE/3": "8"},
    "queue 10": {"TC_TO_QUEUE_MAP/AZURE/3": "10"},
    "map that is gone but used": {"DSCP_TO_TC_MAP/AZURE": None},
    "map with a bad name": {"DSCP_TO_TC_MAP/-x": {"1": "1"}},
    "priority 8 lossless": {"PORT_QOS_MAP/Ethernet0/pfc_enable": "3,8"},
    "QoS of a port that is not there": {"PORT_QOS_MAP/Ethernet99": {"pfc_enable": "3"}},
    "scheduler that is not there": {"QUEUE/Ethernet0|3/scheduler": "fast"},
    "profile that is not there": {"QUEUE/Ethernet0|3/wred_profile": "none"},
    "weight 0": {"SCHEDULER/scheduler.0/weight": "0"},
    "unknown scheduler": {"SCHEDULER/scheduler.0/type": "FIFO"},
    "peak below committed": {"SCHEDULER/s": {"cir": "2", "pir": "1"}},
    "peak without committed": {"SCHEDULER/s": {"pir": "1"}},
    "bursts the wrong way round": {"SCHEDULER/s": {"cir": "1", "pir": "1", "cbs": "3", "pbs": "2"}},
    "maximum below minimum": {"WRED_PROFILE/AZURE_LOSSLESS/green_max_threshold": "1"},
    "maximum without minimum": {"WRED_PROFILE/x": {"red_max_threshold": "1"}},
    "probability 101": {"WRED_PROFILE/AZURE_LOSSLESS/green_drop_probability": "101"},
    "unknown marking": {"WRED_PROFILE/AZURE_LOSSLESS/ecn": "ecn_some"},
    "switch neither on nor off": {"WRED_PROFILE/AZURE_LOSSLESS/wred_green_enable": "yes"},
    "address of a port that is not there": {"INTERFACE/Ethernet99": {}},
    "address without its port's row": {"INTERFACE/Ethernet0|10.64.0.0/31": {}},
    "prefix of 33": {"INTERFACE/Ethernet0": {}, "INTERFACE/Ethernet0|10.64.0.0/33": {}},
    "wrong family": {"INTERFACE/Ethernet0": {}, "INTERFACE/Ethernet0|10.64.0.0/31": {"family": "IPv6"}},
    "detection faster than polling": {
        "PFC_WD/GLOBAL": {"POLL_INTERVAL": "400"},
        "PFC_WD/Ethernet0": {"action": "drop", "detection_time": "200"},
    },
    "polling too slow": {"PFC_WD/GLOBAL": {"POLL_INTERVAL": "1001"}},
    "polling of a port": {"PFC_WD/Ethernet0": {"POLL_INTERVAL": "200"}},
    "action of the whole": {"PFC_WD/GLOBAL": {"POLL_INTERVAL": "200", "action": "drop"}},
    "unknown action": {"PFC_WD/Ethernet0": {"action": "stop"}},
    "cable of half a metre": {"CABLE_LENGTH/AZURE": {"Ethernet0": "0.5m"}},
    "cable of a port that is not there": {"CABLE_LENGTH/AZURE": {"Ethernet99": "5m"}},
    "pool without a mode": {"BUFFER_POOL/p": {"type": "ingress"}},
    "pool with size and percentage": {"BUFFER_POOL/egress_lossless_pool/percentage": "50"},
    "profile without a pool": {"BUFFER_PROFILE/p": {"size": "0"}},
    "threshold out of range": {"BUFFER_PROFILE/q_lossy_profile/dynamic_th": "8"},
    "group 8": {"BUFFER_PG/Ethernet0|8": {"profile": "NULL"}},
    "queue 16": {"BUFFER_QUEUE/Ethernet0|16": {"profile": "q_lossy_profile"}},
    "profiles of a port that are not there": {"BUFFER_PORT_EGRESS_PROFILE_LIST/Ethernet0/profile_list": "a,b"},
    "more than all packets small": {"LOSSLESS_TRAFFIC_PATTERN/AZURE/small_packet_percentage": "101"},
    "parameter without a threshold": {"DEFAULT_LOSSLESS_BUFFER_PARAMETER/AZURE": {"over_subscribe_ratio": "2"}},
}


def factory() -> Database:
    """A fresh factory configuration."""
    made: Database = copy.deepcopy(standin("factory").configuration([*LEAF_PORTS], "aa:bb:cc:dd:ee:ff"))
    return made


def altered(faults: dict[str, object]) -> Database:
    """The factory configuration with other values at some paths; None takes the place away."""
    database = copy.deepcopy(factory())
    for path, value in faults.items():
        table, _, rest = path.partition("/")
        key, field = (rest, "") if "|" in rest and rest[-1].isdigit() else rest.partition("/")[::2]
        rows = database.setdefault(table, {})
        place, name = (rows[key], field) if field else (rows, key)
        if value is None:
            del place[name]
        else:
            place[name] = value
    return database


def both(database: Database, place: Path) -> tuple[str, str]:
    """What the stand-in and what yanglint say against a configuration."""
    return standin("validate").problem(database), verdict(database, place)


@pytest.mark.parametrize("case", GOOD)
def test_what_the_models_take_is_taken(tmp_path: Path, case: str) -> None:
    assert both(altered(GOOD[case]), tmp_path) == ("", "")


@pytest.mark.parametrize("case", BAD)
def test_what_the_models_refuse_is_refused(tmp_path: Path, case: str) -> None:
    ours, theirs = both(altered(BAD[case]), tmp_path)
    assert theirs, f"yanglint takes it; the stand-in says: {ours}"
    assert ours, f"yanglint says: {theirs}"


@pytest.mark.parametrize("switch", ["leaf-1", "leaf-2", "spine-1"])
def test_the_plan_of_a_lab_switch_is_valid(tmp_path: Path, switch: str) -> None:
    database = factory()
    after = jsonpatch.JsonPatch(operations(database, planned(switch)["config_db"]["config"])).apply(database)
    assert both(after, tmp_path) == ("", "")
