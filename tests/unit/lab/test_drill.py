# SPDX-License-Identifier: GPL-3.0-or-later
"""The drill: what it breaks, and when it calls a fault named, falsely told and repaired."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from lab.drill.__main__ import FAULTS, judge_repair
from lab.drill.fault import bad, is_good, read_faults, verdict
from lab.drill.rounds import rounds, share

PFC = {"check": "pfc", "host": "compute-1", "where": "rail0 lossless", "wanted": "3", "found": "none"}
MTU = {"check": "link", "host": "compute-2", "where": "rail1 mtu", "wanted": "9000", "found": "1500"}


def faults():
    return read_faults(FAULTS, "blue")


def test_no_fault_is_drilled_twice():
    assert len({fault.name for fault in faults()}) == len(faults())
    assert len({(fault.host, fault.command) for fault in faults()}) == len(faults())


def test_every_fault_is_laid_in_one_round_and_no_host_twice_in_one():
    laid = rounds(faults())
    assert sorted(fault.name for together in laid for fault in together) == sorted(fault.name for fault in faults())
    for together in laid:
        assert len(together) == len({fault.expect["host"] for fault in together})


def test_a_fault_that_is_to_be_alone_is_alone():
    assert all(len(together) == 1 for together in rounds(faults()) if any(fault.alone for fault in together))


def test_what_shows_at_a_third_host_counts_against_every_fault_of_the_round():
    one, other = (next(fault for fault in faults() if fault.host == host) for host in ("compute-1", "compute-2"))
    stray = {**MTU, "host": "spine-1"}
    assert share(one, [one, other], [PFC, MTU, stray]) == [PFC, stray]
    assert share(other, [one, other], [PFC, MTU, stray]) == [MTU, stray]


def test_the_lab_is_named_where_its_container_is():
    assert next(fault for fault in faults() if fault.host == "controller").command.endswith(" blue-compute-2")


def test_a_change_of_a_switch_is_one_that_a_person_makes_and_saves():
    fault = next(fault for fault in faults() if fault.name == "DSCP mapped to a lossy class on one leaf")
    operation = '[{"op": "replace", "path": "/DSCP_TO_TC_MAP/disagg/26", "value": "0"}]'
    file = "/run/drill.json"
    assert fault.command == f"echo '{operation}' > {file} && config apply-patch {file} && config save -y"


def test_what_no_playbook_may_mend_is_mended_by_a_person():
    assert {fault.expect["check"] for fault in faults() if fault.mend} == {"gid", "dcbx", "counters"}
    assert all(bool(fault.mend) != bool(fault.repair) for fault in faults())


def test_a_fault_that_is_named_alone_and_repaired_is_good():
    entry = verdict(faults()[0], [PFC])
    assert (entry["found"], entry["false"]) == ([PFC], [])
    assert not is_good(entry)
    assert judge_repair([entry], [MTU]) == [MTU]
    assert is_good(entry)


@pytest.mark.parametrize("findings", [[], [MTU], [PFC, MTU], [{**PFC, "where": "rail1 lossless"}]])
def test_a_fault_that_is_not_named_or_not_alone_is_not_good(findings):
    entry = verdict(faults()[0], findings)
    judge_repair([entry], [])
    assert not is_good(entry)


def test_a_fault_that_stays_is_not_repaired_and_does_not_count_against_the_next():
    entry = verdict(faults()[0], [PFC])
    assert judge_repair([entry], [PFC, MTU]) == [MTU]
    assert not is_good(entry)


def test_what_passed_or_was_skipped_is_not_bad():
    rows = [{**PFC, "status": status, "remedy": ""} for status in ("passed", "failed", "skipped", "unreadable")]
    assert bad({"findings": rows}) == [PFC, PFC]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"brake": "true"}, "allowed: expect, fault, host, break or patch and repair or mend, and perhaps alone"),
        ({"mend": "true"}, "break or patch and repair or mend"),
        ({"alone": "yes, please"}, r"faults.yml\[0\].alone: 'yes, please'; allowed: true or false"),
        ({"expect": {"check": "pfc"}}, r"faults.yml\[0\].expect: .* allowed: check, host, where"),
        ({"repair": ["reboot"]}, r"faults.yml\[0\].repair: .* allowed: provision, apply"),
    ],
)
def test_a_wrong_fault_says_where_and_what_is_allowed(change: dict[str, object], told: str, tmp_path: Path) -> None:
    entry = {**yaml.safe_load(FAULTS.read_text())[0], **change}
    path = tmp_path / "faults.yml"
    path.write_text(yaml.safe_dump([entry]))
    with pytest.raises(ValueError, match=told):
        read_faults(path, "blue")


def test_a_fault_that_nobody_mends_is_refused(tmp_path: Path) -> None:
    entry = yaml.safe_load(FAULTS.read_text())[0]
    del entry["repair"]
    path = tmp_path / "faults.yml"
    path.write_text(yaml.safe_dump([entry]))
    with pytest.raises(ValueError, match="repair or mend"):
        read_faults(path, "blue")
