# SPDX-License-Identifier: GPL-3.0-or-later
"""What a table of ports tells where it does not tell all."""

from __future__ import annotations

import pytest

from plugins.module_utils.devices import switch_port
from plugins.module_utils.subject import Seen, Unreadable

# A port channel without members, from sonic-utilities' tests/intfutil_test.py.
UNKNOWN = """\
      Interface    Lanes    Speed    MTU    FEC    Alias    Vlan    Oper    Admin    Type    Asym PFC
---------------  -------  -------  -----  -----  -------  ------  ------  -------  ------  ----------
PortChannel1001      N/A      N/A    N/A    N/A      N/A   trunk     N/A      N/A     N/A         N/A
"""
OLD = Seen(error='Error: No such command "fec".', rc=2)  # before 202311


def test_what_the_switch_does_not_know_is_none() -> None:
    row = {"speed": None, "mtu": None, "oper": "N/A", "admin": "N/A"}
    assert switch_port.parse({"status": Seen(UNKNOWN), "fec": OLD}, {}) == {"PortChannel1001": row}


@pytest.mark.parametrize("text", ["", "Error: no database", UNKNOWN.replace("Speed", "Spead")])
def test_something_else_is_unreadable_and_says_what_to_do(text: str) -> None:
    with pytest.raises(Unreadable, match="look at 'show interfaces status' on the switch"):
        switch_port.parse({"status": Seen(text), "fec": OLD}, {})
