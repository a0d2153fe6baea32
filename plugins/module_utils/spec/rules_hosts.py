# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold for hosts: their names, their profiles and the ports these list."""

from __future__ import annotations

from collections.abc import Iterator

from ..plan.nic_buffer import nic_buffer_problem
from ..plan.nics import CONNECTX, FAMILIES, INBOX, OFED
from .model import Cables, NodeGroup, Profile
from .problem import Problem, either, nearest

SWITCHES = ("leaf", "spine")


def profile_lists_match(
    at: str, ports: tuple[str, ...], rails: tuple[int, ...] | None, hcas: tuple[str, ...]
) -> Iterator[Problem]:
    for key, entries in (("rails", rails), ("hcas", hcas)):
        if entries is not None and len(entries) != len(ports):
            yield Problem(
                f"{at}.{key}",
                f"{len(entries)} {key} found for {len(ports)} ports",
                f"{len(ports)}, one for each port in the same order",
                f"list one of {key} for each of {', '.join(ports)}" if ports else f"leave {key} out",
            )


def profile_names_once(
    at: str, ports: tuple[str, ...], rails: tuple[int, ...] | None, hcas: tuple[str, ...]
) -> Iterator[Problem]:
    for key, entries in (("ports", ports), ("rails", rails or ()), ("hcas", hcas)):
        for index, entry in enumerate(entries):
            if entry in entries[:index]:
                yield Problem(
                    f"{at}.{key}[{index}]", f"{entry} found twice", f"each of {key} once", "write another one"
                )


def rails_exist(at: str, ports: tuple[str, ...], rails: tuple[int, ...] | None, count: int) -> Iterator[Problem]:
    for index, rail in enumerate(range(len(ports)) if rails is None else rails):
        if rail >= count:
            where = f"{at}.ports" if rails is None else f"{at}.rails[{index}]"
            allowed = f"rails 0 to {count - 1}, of fabric.rails: {count}"
            yield Problem(where, f"a port on rail {rail} found", allowed, "take the port out, or raise fabric.rails")


def nic_buffer_holds_headroom(
    at: str, size: int | None, nic: str, type: str, speed: int, mtu: int, cables: Cables | None
) -> Iterator[Problem]:
    if type == "roce" and size is not None and nic == CONNECTX:
        length = (cables or Cables()).host
        found, _, rest = nic_buffer_problem(size=size, speed_mbps=speed, mtu=mtu, cable_m=length).partition(
            "; allowed: "
        )
        allowed, _, fix = rest.partition("; do: ")
        if found:
            yield Problem(f"{at}.nic_buffer", found, allowed, fix)


def hcas_are_of_the_nic(at: str, hcas: tuple[str, ...], nic: str) -> Iterator[Problem]:
    """Refuse an HCA that another maker's driver has named; names that udev gives say nothing of the maker."""
    for index, hca in enumerate(hcas):
        for other, family in FAMILIES.items():
            if other != nic and hca.startswith(family.hca):
                found = f"{hca} found, which the driver of {family.name} names so, and nic: {nic}"
                yield Problem(f"{at}.hcas[{index}]", found, f"HCAs of {FAMILIES[nic].name}", f"write nic: {other}")


def driver_fits_nic(at: str, driver: str, nic: str) -> Iterator[Problem]:
    if driver == OFED and nic != CONNECTX:
        found = f"{driver} found for {FAMILIES[nic].name}"
        yield Problem(f"{at}.nic_driver", found, f"{INBOX}: {OFED} is NVIDIA's", "leave nic_driver out")


def management_port_is_apart(at: str, ports: tuple[str, ...], management_port: str) -> Iterator[Problem]:
    if management_port in ports:
        yield Problem(
            f"{at}.ports[{ports.index(management_port)}]",
            f"{management_port} found, which is management.port",
            "ports of the fabric only: setting up the port one is connected over cuts the connection",
            "take it out, or correct management.port",
        )


def profile_is_known(at: str, profile: str, profiles: dict[str, Profile]) -> Iterator[Problem]:
    if profile not in profiles:
        meant = nearest(profile, profiles)
        fix = f"write {meant}, or add {profile} to profiles" if meant else f"add {profile} to profiles"
        yield Problem(f"{at}.profile", f"{profile} found", either(profiles) if profiles else "none yet", fix)


def name_is_free(at: str, name: str) -> Iterator[Problem]:
    if name in SWITCHES:
        yield Problem(f"{at}.name", f"{name} found", "any name but leaf and spine, the switches'", "write another name")


def names_differ(names: dict[str, str]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for at, name in names.items():
        if name in first:
            found = f"{name} found, as in {first[name]}: both would have a host {name}-1"
            fix = f"write another name, or raise {first[name]}.count"
            yield Problem(f"{at}.name", found, "a name for each group", fix)
        first.setdefault(name, at)


def subnet_manager_is_a_fabric_host(
    hosts: tuple[str, ...], nodes: tuple[NodeGroup, ...], profiles: dict[str, Profile]
) -> Iterator[Problem]:
    on_fabric = {
        host: bool(group.profile not in profiles or profiles[group.profile].ports)
        for group in nodes
        for host in group.hosts
    }
    for index, host in enumerate(hosts):
        where = f"fabric.subnet_manager[{index}]"
        if host not in on_fabric:
            meant = nearest(host, on_fabric)
            fix = f"write {meant}" if meant else "name a host: <group>-<number>"
            yield Problem(where, f"{host} found, which is no host", "hosts of nodes, with a fabric port", fix)
        elif not on_fabric[host]:
            allowed = "hosts whose profile has ports: the subnet manager speaks over the fabric"
            yield Problem(where, f"{host} found, which has no fabric port", allowed, "name another host")
