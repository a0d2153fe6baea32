# SPDX-License-Identifier: GPL-3.0-or-later
"""What a value in the nodes contract may be. Each check says what is wrong with a value, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, inet_pton
from typing import Any, Callable

from .contract import ROLES, SWITCH_OS
from .spec.problem import nearest, shown

Check = Callable[[Any], str]
Subnet = tuple[int, int, int]
PREFIXES = {AF_INET: {str(bits) for bits in range(33)}, AF_INET6: {str(bits) for bits in range(129)}}

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # becomes a host name and a file name
_PUBLIC_KEY = re.compile(r"[a-z][a-z0-9@.-]+ [A-Za-z0-9+/]+={0,2}( .*)?")  # sshd(8): type, base64, comment


def meant(word: Any, known: Iterable[str]) -> str:
    """A hint at the known word that is meant, or at all of them."""
    close = nearest(word, known)
    return f"did you mean {close}?" if close else f"known are {', '.join(known)}"


@lru_cache(maxsize=65536)  # each address of a link is written four times
def subnet(address: str) -> Subnet | None:
    """Family, prefix length and network bits of an address in CIDR; None where it is not written so."""
    host, _slash, prefix = address.partition("/")
    family = AF_INET6 if ":" in host else AF_INET
    if prefix not in PREFIXES[family]:
        return None
    try:
        bits = inet_pton(family, host)  # 18 times as fast as ipaddress, and there may be 100,000 of them
    except (OSError, ValueError):
        return None
    return family, int(prefix), int.from_bytes(bits, "big") >> (8 * len(bits) - int(prefix))


def name(value: Any) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return ""
    return f"{_quoted(value)} is not a name; use letters, digits, dot, dash and underscore"


def text(value: Any) -> str:
    if isinstance(value, str) and value and value.isprintable():
        return ""
    return f"{_quoted(value)} is not a line of text"


def _quoted(value: Any) -> str:
    """Text with what one would not see in it."""
    return repr(value) if isinstance(value, str) else shown(value)


def role(value: Any) -> str:
    return "" if value in ROLES else f"{shown(value)} is not a role; {meant(value, ROLES)}"


def switch_os(value: Any) -> str:
    return "" if value in SWITCH_OS else f"{shown(value)} is not a switch's operating system; {meant(value, SWITCH_OS)}"


def host_address(value: Any) -> str:
    try:
        if isinstance(value, str) and ip_address(value):
            return ""
    except ValueError:
        pass
    return f"{shown(value)} is not an IP address; write it without a prefix"


def port_address(value: Any) -> str:
    if isinstance(value, str) and subnet(value):
        return ""
    return f"{shown(value)} is not an IP address with a prefix, such as 10.64.0.1/31"


def rail(value: Any) -> str:
    return "" if _whole(value) and value >= 0 else f"{shown(value)} is not a rail; rails count from 0"


def speed(value: Any) -> str:
    return "" if _whole(value) and value > 0 else f"{shown(value)} is not a speed in Mb/s; 400G is 400000"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def host_keys(value: Any) -> str:
    if not isinstance(value, list):
        return f"{shown(value)} is not a list of public keys"
    for index, key in enumerate(value):
        if not (isinstance(key, str) and _PUBLIC_KEY.fullmatch(key)):
            return f"entry {index} is not a public key such as ssh-ed25519 AAAA...; private keys do not belong here"
    return ""


def tags(value: Any) -> str:
    if not isinstance(value, dict):
        return f"{shown(value)} is not a mapping of names to text"
    for key, tag in value.items():
        if not (isinstance(key, str) and isinstance(tag, str)):
            return f"{shown(key)}: {shown(tag)} is not text; quote it"
    return ""


def sequence(value: Any) -> str:
    return "" if isinstance(value, list) else f"{shown(value)} is not a list"


def mapping(value: Any) -> str:
    return "" if isinstance(value, dict) else f"{shown(value)} is not a mapping"


def or_null(check: Check) -> Check:
    def checked(value: Any) -> str:
        return "" if value is None else check(value)

    return checked
