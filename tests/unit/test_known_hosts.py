# SPDX-License-Identifier: GPL-3.0-or-later
"""Host keys in OpenSSH's form."""

from __future__ import annotations

from plugins.module_utils.known_hosts import known_hosts


def test_each_key_gets_a_line_and_the_lines_are_sorted():
    nodes = {
        "leaf-1": {"address": "10.0.0.60", "host_keys": ["ssh-ed25519 BBBB"]},
        "compute-1": {"address": "10.0.0.10", "host_keys": ["ssh-rsa CCCC", "ssh-ed25519 AAAA"]},
    }
    assert known_hosts(nodes) == "10.0.0.10 ssh-ed25519 AAAA\n10.0.0.10 ssh-rsa CCCC\n10.0.0.60 ssh-ed25519 BBBB\n"


def test_nodes_that_told_no_key_have_no_line():
    assert known_hosts({"leaf-1": {"address": "10.0.0.60", "host_keys": []}}) == ""
