# SPDX-License-Identifier: GPL-3.0-or-later
"""The module nccl_lint as Ansible runs it: files, text, a look at the host, and what a user is told."""

from __future__ import annotations

import json

import pytest
from ansible.module_utils.testing import patch_module_args

from plugins.modules import nccl_lint
from tests.golden.clusters import plans_of

PLAN = plans_of("lab")["compute-1"].document()
SCRIPT = "#!/bin/bash\nexport NCCL_IB_HCA=mlx5_0 NCCL_IB_GID_INDEX=3\nsrun ./train\n"


@pytest.fixture
def run(capsys):
    def run(**params):
        with patch_module_args(params), pytest.raises(SystemExit):
            nccl_lint.main()
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def host(tmp_path):
    """A host whose second HCA has its own RoCE v2 address at index 5, and that has an HCA more than planned."""
    for hca, address, index in (("mlx5_0", "0a40:0001", 3), ("mlx5_1", "0a40:0011", 5), ("mlx5_10", "0000:0000", 3)):
        port = tmp_path / "infiniband" / hca / "ports/1"
        for folder in ("gids", "gid_attrs/types", "gid_attrs/ndevs"):
            (port / folder).mkdir(parents=True)
        (port / "gids" / str(index)).write_text(f"0000:0000:0000:0000:0000:ffff:{address}\n")
        (port / "gid_attrs/types" / str(index)).write_text("RoCE v2\n")
        for name, text in (("state", "4: ACTIVE\n"), ("link_layer", "Ethernet\n"), ("rate", "400 Gb/sec (4X NDR)\n")):
            (port / name).write_text(text)
    for name in ("mgmt0", "rail0", "rail1"):
        (tmp_path / "net" / name).mkdir(parents=True)
    return {"/sys/class/infiniband": str(tmp_path / "infiniband"), "/sys/class/net": str(tmp_path / "net")}


def rules(result):
    return sorted((found["rule"], found["line"]) for found in result["findings"])


def test_a_script_is_judged_by_the_plan(run, tmp_path):
    script = tmp_path / "job.sh"
    script.write_text(SCRIPT)
    result = run(script=str(script), plan=PLAN)
    assert rules(result) == [("gid-index", 2), ("other-hcas", 2), ("prefix", 2)]
    assert result["changed"] is False
    assert result["summary"] == {"error": 2, "warning": 1, "unjudged": 0}
    assert result["lines"][0].startswith(f"{script}:2: error: NCCL_IB_HCA=mlx5_0: ")


def test_a_look_at_the_host_tells_of_other_hcas_and_of_the_index_that_differs(run, host):
    result = run(
        text="NCCL_IB_HCA=mlx5_1\nNCCL_IB_GID_INDEX=3\nNCCL_SOCKET_IFNAME==eth0\n", look=True, roots=host, plan=PLAN
    )
    told = {found["rule"]: found["found"] for found in result["findings"]}
    assert told["prefix"] == "NCCL_IB_HCA=mlx5_1: mlx5_1 also means mlx5_10"
    assert told["gid-differs"] == "NCCL_IB_GID_INDEX=3: mlx5_1 has 5"
    assert told["selects-nothing"] == "NCCL_SOCKET_IFNAME==eth0"


def test_a_file_with_bytes_that_are_no_text_is_read(run, tmp_path):
    conf = tmp_path / "nccl.conf"
    conf.write_bytes(b"NCCL_IB_TC = \xff106\n")
    result = run(path=str(conf))
    assert rules(result) == [("blanks-at-equals", 1)]
    assert result["findings"][0]["found"].isprintable()


def test_an_environment_is_read_with_the_release(run):
    assert rules(run(env="NCCL_IB_FIFO_TC=106\n", version="2.21")) == [("too-new", 1)]
    assert rules(run(env="NCCL_IB_FIFO_TC=106\n", version="2.22.3", fabric="infiniband")) == [("ethernet-only", 1)]


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"script": "/nowhere/job.sh"}, "script: /nowhere/job.sh: No such file or directory; allowed: a readable file"),
        (
            {"path": "/nowhere/nccl.conf"},
            "path: /nowhere/nccl.conf: No such file or directory; allowed: a readable file",
        ),
        (
            {"text": "", "version": "newest"},
            "version: 'newest' found; allowed: a release of NCCL such as 2.27 or 2.27.5",
        ),
        (
            {"text": "", "plan": {"subjects": {}}},
            "plan: no rows of nccl found; allowed: the plan file of a host with GPUs",
        ),
        ({}, "one of the following is required: path, text, env, script"),
        ({"text": "", "path": "x"}, "parameters are mutually exclusive: path|text"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(run, params, told):
    result = run(**params)
    assert (result["failed"], result["msg"]) == (True, told)
