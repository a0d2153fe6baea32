# SPDX-License-Identifier: GPL-3.0-or-later
"""Every number of docs/fabric.md that the code decides is the code's: in sentences written by hand and in tables."""

from __future__ import annotations

import re
import runpy
from functools import cache

import pytest

from plugins.module_utils.plan import congestion, dcqcn, lossless, reach, routes, subnet_manager
from plugins.module_utils.simulation import course
from plugins.module_utils.spec.model import Cables
from tests.golden.clusters import ROOT, plans_of, spec_of

PAGE = (ROOT / "docs/fabric.md").read_text()
WORDS = " ".join(PAGE.split())
ROCE = spec_of("lab").fabric.roce
NUMBER = r"\d[\d,.]*\d|\d"


@cache
def generator():
    return runpy.run_path(str(ROOT / "docs/generate_fabric.py"))


@cache
def disagg():
    return generator()["disagg"]()


def of_host(subject):
    return plans_of("lab")["compute-1"].subjects[subject]


def of_leaf(table):
    rows = plans_of("lab")["leaf-1"].subjects["config_db"]["config"]
    return next(row["fields"] for row in rows if row["table"] == table and not row.get("absent"))


def classes():
    [ets, *_] = of_host("ets")["config"]
    shared = [tc for tc in range(lossless.CLASSES) if ets["bandwidth"][tc]]
    [strict] = [tc for tc in range(lossless.CLASSES) if ets["tsa"][tc] == "strict"]
    assert {ets["bandwidth"][tc] for tc in shared} == {lossless.ROCE_BANDWIDTH}
    return f"TC {' and '.join(map(str, shared))}: {lossless.ROCE_BANDWIDTH} % each, TC {strict} strict, others 0 %"


def codes():
    [row, *_] = of_host("dscp")["config"]
    return ", ".join(f"{code} → {priority}" for code, priority in row["map"].items())


def receive_buffer():
    [row, *_], least = of_host("buffer")["config"], of_host("buffer")["least"]
    buffer = row["prio_buffer"][ROCE.priority]
    held = f"priority {ROCE.priority} has buffer {buffer}, at least {least[buffer]:,} bytes"
    return f"{held}; cable {row['cable']} m"


def settings():
    rows = {row["name"].rpartition(".")[2]: row["value"] for row in of_host("sysctl")["config"]}
    return (
        f"`arp_ignore` {rows['arp_ignore']} and `arp_announce` {rows['arp_announce']}",
        f"`rp_filter` {rows['rp_filter']}, loose",
    )


def marks():
    row = of_leaf("WRED_PROFILE")
    low, high, percent = (row[f"green_{name}"] for name in ("min_threshold", "max_threshold", "drop_probability"))
    return f"for the lab: marks from {int(low):,} to {int(high):,} bytes, {percent} %"


def published():
    return f"{congestion.MARK_FROM:,} to {congestion.MARK_ALL:,} bytes, {congestion.MARK_PROBABILITY} %"


def partition():
    mtu, code = max(subnet_manager.MTU_CODES.items())
    return f"Its default partition is set to MTU 4096 (code {code})", f"an IPoIB MTU of {mtu} fails"


def weights():
    return f"{100 - lossless.ROCE_BANDWIDTH} : {lossless.ROCE_BANDWIDTH}, CNP strict"


def burst():
    run = disagg().runs[0]
    return f"A burst of {run.case.senders} senders needs {run.figures.queue_most / 1e6:.0f} MB"


def pace():
    step = course.step_of([run.case for run in disagg().runs])
    return (
        f"{course.DURATION / step / 1000:.0f},000 steps for {course.DURATION * 1000:g} ms",
        f"{course.LONGEST_STEP * 1e6:g} us at most, and never longer",
    )


def packets():
    return f"a 400G line carries {400e9 / 8 / dcqcn.PACKET / 1e6:.0f} million of them a second"


def nics():
    nic = dcqcn.parameters(400_000, ROCE)
    return (
        f"one in {nic['np_min_time_between_cnps']} us at most",
        f"alpha moves each {nic['rp_dce_tcp_rtt']} us, the target only each {nic['rp_time_reset']}",
        f"counter is assumed ({dcqcn.reaction(400_000).byte_counter // 32767} bytes)",
    )


def congestion_control():
    [row, *_] = of_host("roce_cc")["config"]
    values = row["values"]
    each = f"{dcqcn.INCREASE} and {dcqcn.HYPER_INCREASE} Mb/s for each 25G"
    return (
        f"CNP {values['np_cnp_dscp']} in priority {values['np_cnp_prio']}",
        f"increase {values['rp_ai_rate']}, hyper increase {values['rp_hai_rate']} Mb/s",
        each,
    )


def type_of_service():
    [row, *_] = of_host("rdma_cm")["config"]
    return f"{row['mode']}, type of service {row['tos']}", f"DSCP {ROCE.dscp} and ECT(0)"


SAID = {
    "lossless priority": lambda: f"priority {ROCE.priority} lossless",
    "classes": classes,
    "codes": codes,
    "buffer of a NIC": receive_buffer,
    "settings of the kernel": settings,
    "tables of routes": lambda: f"table {routes.FIRST_TABLE} + rail",
    "marks": marks,
    "published marks": published,
    "cables": lambda: f"{Cables().host} m if left out",
    "pause storms": lambda: (
        f"{congestion.WATCHDOG_STEP} ms for each 32 ports, action drop",
        f"below the {congestion.WATCHDOG_MOST_DETECTION} ms of the YANG model",
    ),
    "weights": weights,
    "subnet manager": lambda: f"priority {subnet_manager.HIGHEST_PRIORITY} for the first",
    "partition": partition,
    "ping": lambda: f"(MTU \N{MINUS SIGN} {reach.IP_AND_ICMP})",
    "burst": burst,
    "steps": pace,
    "packets": packets,
    "NICs": nics,
    "congestion control": congestion_control,
    "RDMA-CM": type_of_service,
}


@pytest.mark.parametrize("about", SAID)
def test_a_sentence_says_what_the_code_decides(about):
    said = SAID[about]()
    for text in [said] if isinstance(said, str) else said:
        assert text in WORDS


def test_what_the_simulation_showed_is_current():
    """To 2 %: rates that swing carry the last bit of a float into the third digit of a mean."""
    made = generator()["whole"](PAGE, generator()["block"](disagg()))
    assert re.sub(NUMBER, "", made) == re.sub(NUMBER, "", PAGE), "run python docs/generate_fabric.py"
    assert _numbers(made) == pytest.approx(_numbers(PAGE), rel=0.02), "run python docs/generate_fabric.py"


def _numbers(text: str) -> list[float]:
    return [float(found.replace(",", "")) for found in re.findall(NUMBER, text) if found.count(".") < 2]
