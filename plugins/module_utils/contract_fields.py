# SPDX-License-Identifier: GPL-3.0-or-later
"""What each field of the nodes contract may hold. A check says what is wrong with a value, or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, inet_pton
from typing import Any, Callable

from .contract import ROLES

Check = Callable[[Any], str]
Subnet = tuple[int, int, int]
PREFIXES = {AF_INET: {str(bits) for bits in range(33)}, AF_INET6: {str(bits) for bits in range(129)}}

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # becomes a host name and a file name
_PUBLIC_KEY = re.compile(
    r"[a-z][a-z0-9@.-]+ [A-Za-z0-9+/]+={0,2}( .*)?"
)  # sshd(8), AUTHORIZED_KEYS: type, base64, comment


def shown(value: Any) -> str:
    """A value as an error shows it: in JSON's words, and never long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def nearest(word: Any, known: Iterable[str]) -> str:
    """A hint at the known word that is meant, or at all of them."""
    known = list(known)
    close = get_close_matches(str(word), known, n=1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"


@lru_cache(maxsize=65536)  # each address of a link is written four times
def subnet(address: str) -> Subnet | None:
    """Family, prefix length and network bits of an address in CIDR; None where it is not written so."""
    host, _slash, prefix = address.partition("/")
    family = AF_INET6 if ":" in host else AF_INET
    if prefix not in PREFIXES[family]:
        return None
    try:
        bits = inet_pton(family, host)  # twenty times as fast as ipaddress, and there may be 100,000 of them
    except (OSError, ValueError):
        return None
    return family, int(prefix), int.from_bytes(bits, "big") >> (8 * len(bits) - int(prefix))


def _name(value: Any) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return ""
    return f"{shown(value)} is not a name; use letters, digits, dot, dash and underscore"


def _text(value: Any) -> str:
    return "" if isinstance(value, str) and value and value.isprintable() else f"{shown(value)} is not a line of text"


def _role(value: Any) -> str:
    return "" if value in ROLES else f"{shown(value)} is not a role; {nearest(value, ROLES)}"


def _host_address(value: Any) -> str:
    try:
        if isinstance(value, str) and ip_address(value):
            return ""
    except ValueError:
        pass
    return f"{shown(value)} is not an IP address; write it without a prefix"


def _port_address(value: Any) -> str:
    if isinstance(value, str) and subnet(value):
        return ""
    return f"{shown(value)} is not an IP address with a prefix, such as 10.64.0.1/31"


def _rail(value: Any) -> str:
    return "" if _whole(value) and value >= 0 else f"{shown(value)} is not a rail; rails count from 0"


def _speed(value: Any) -> str:
    return "" if _whole(value) and value > 0 else f"{shown(value)} is not a speed in Mb/s; 400G is 400000"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _host_keys(value: Any) -> str:
    if not isinstance(value, list):
        return f"{shown(value)} is not a list of public keys"
    for index, key in enumerate(value):
        if not (isinstance(key, str) and _PUBLIC_KEY.fullmatch(key)):
            return f"entry {index} is not a public key such as ssh-ed25519 AAAA...; private keys do not belong here"
    return ""


def _tags(value: Any) -> str:
    if not isinstance(value, dict):
        return f"{shown(value)} is not a mapping of names to text"
    for key, tag in value.items():
        if not (isinstance(key, str) and isinstance(tag, str)):
            return f"{shown(key)}: {shown(tag)} is not text; quote it"
    return ""


def _list(value: Any) -> str:
    return "" if isinstance(value, list) else f"{shown(value)} is not a list"


def _mapping(value: Any) -> str:
    return "" if isinstance(value, dict) else f"{shown(value)} is not a mapping"


def _or_null(check: Check) -> Check:
    def checked(value: Any) -> str:
        return "" if value is None else check(value)

    return checked


NODE: dict[str, Check] = {
    "role": _role,
    "os": _or_null(_text),
    "address": _host_address,
    "user": _text,
    "rack": _or_null(_text),
    "profile": _or_null(_text),
    "group": _text,
    "management_port": _or_null(_text),
    "host_keys": _host_keys,
    "bmc": _or_null(_text),
    "tags": _tags,
    "nics": _list,
}
NIC: dict[str, Check] = {
    "port": _text,
    "rail": _or_null(_rail),
    "hca": _or_null(_text),
    "address": _or_null(_port_address),
    "speed": _speed,
    "peer": _mapping,
}
PEER: dict[str, Check] = {"node": _name, "port": _text, "address": _or_null(_port_address)}


def name_is_wrong(value: Any) -> str:
    """What is wrong with a node's or a cluster's name; empty if nothing."""
    return _name(value)


def wrong_fields(entry: Any, fields: Mapping[str, Check], where: str) -> list[str]:
    """Everything that is wrong with one entry, each with its place: unknown, missing and ill-typed fields."""
    if not isinstance(entry, dict):
        return [f"{where}: {shown(entry)} is not a mapping; wanted {', '.join(fields)}"]
    found = [
        f"{where}.{field}: {told}"
        for field, check in fields.items()
        if field in entry and (told := check(entry[field]))
    ]
    if entry.keys() == fields.keys():
        return found
    unknown = [f"{where}.{field}: unknown field; {nearest(field, fields)}" for field in entry if field not in fields]
    missing = [f"{where}.{field}: missing; write null where there is none" for field in fields if field not in entry]
    return found + unknown + missing
