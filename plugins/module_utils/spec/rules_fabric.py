# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold within the fabric's own settings."""

from __future__ import annotations

from collections.abc import Iterator

from ..plan.switch_models import DYNAMIC, SWITCHES, TRADITIONAL
from .model import LOSSLESS, LOSSY, Roce
from .problem import Problem, either

# IPoIB in datagram mode: the InfiniBand MTU less 4 bytes of header (RFC 4391); 2048 and 4096 are in use.
IPOIB_MTUS = (2044, 4092)
OS = {"roce": ("sonic", "cumulus", "eos", "nxos"), "infiniband": ("mlnx_os",)}
LAB_OS = ("sonic", "mlnx_os")


def mtu_fits_type(type: str, mtu: int) -> Iterator[Problem]:
    if type == "infiniband" and mtu not in IPOIB_MTUS:
        yield Problem("fabric.mtu", f"{mtu} found", "2044 or 4092 on InfiniBand", "write 4092")


def leaf_os_fits_type(type: str, os: str) -> Iterator[Problem]:
    yield from _os_fits_type("leaf", type, os)


def spine_os_fits_type(type: str, os: str) -> Iterator[Problem]:
    yield from _os_fits_type("spine", type, os)


def _os_fits_type(tier: str, type: str, os: str) -> Iterator[Problem]:
    if os not in OS[type]:
        allowed = f"{either(OS[type])} with fabric.type {type}"
        yield Problem(f"fabric.{tier}.os", f"{os} found", allowed, f"write {OS[type][0]}, or change type")


def leaf_os_fits_provider(provider: str, os: str) -> Iterator[Problem]:
    yield from _os_fits_provider("leaf", provider, os)


def spine_os_fits_provider(provider: str, os: str) -> Iterator[Problem]:
    yield from _os_fits_provider("spine", provider, os)


def _os_fits_provider(tier: str, provider: str, os: str) -> Iterator[Problem]:
    if provider == "lab" and os not in LAB_OS:
        allowed = f"{either(LAB_OS)} with provider lab, which stands in for no other"
        yield Problem(f"fabric.{tier}.os", f"{os} found", allowed, f"write {LAB_OS[0]}, or provider: bare_metal")


def leaf_model_fits(type: str, model: str | None, buffer_model: str) -> Iterator[Problem]:
    yield from _model_fits("leaf", type, model, buffer_model)


def spine_model_fits(type: str, model: str | None, buffer_model: str) -> Iterator[Problem]:
    yield from _model_fits("spine", type, model, buffer_model)


def _model_fits(tier: str, type: str, model: str | None, buffer_model: str) -> Iterator[Problem]:
    if model and type == "infiniband":
        allowed = "no model on InfiniBand, which is lossless by its credits"
        yield Problem(f"fabric.{tier}.model", f"{model} found", allowed, f"leave fabric.{tier}.model out")
    elif model and buffer_model == DYNAMIC and not SWITCHES[model].has_dynamic_model:
        allowed = f"{TRADITIONAL} on a {model}: SONiC computes headroom itself on Spectrum only"
        yield Problem(f"fabric.{tier}.buffer_model", f"{buffer_model} found", allowed, f"write {TRADITIONAL}")


def roce_fits_type(type: str, roce: Roce | None) -> Iterator[Problem]:
    if type == "infiniband" and roce:
        allowed = "no such section on InfiniBand, which is lossless by its credits and has neither PFC nor ECN"
        yield Problem("fabric.roce", "found with fabric.type infiniband", allowed, "leave fabric.roce out")
    if type == "roce" and not roce:
        allowed = "dscp, priority, cnp_dscp and cnp_priority"
        fix = "add fabric.roce, for example {dscp: 26, priority: 3, cnp_dscp: 48, cnp_priority: 6}"
        yield Problem("fabric.roce", "missing", allowed, fix)


def dscp_differs(dscp: int, cnp_dscp: int) -> Iterator[Problem]:
    if dscp == cnp_dscp:
        allowed = (
            f"any from 1 to 63 but fabric.roce.dscp, {dscp}: notifications must not wait behind what they slow down"
        )
        yield Problem("fabric.roce.cnp_dscp", f"{cnp_dscp} found", allowed, "write 48, or change dscp")


def priority_differs(priority: int, cnp_priority: int) -> Iterator[Problem]:
    if priority == cnp_priority:
        allowed = f"any from 1 to 7 but fabric.roce.priority, {priority}: a paused notification slows nobody down"
        yield Problem("fabric.roce.cnp_priority", f"{cnp_priority} found", allowed, "write 6, or change priority")


def lossy_shares_no_headroom(mode: str, over_subscription: int) -> Iterator[Problem]:
    if mode == LOSSY and over_subscription:
        allowed = f"none with fabric.roce.mode {LOSSY}: what is never paused has no headroom to share"
        fix = f"leave it out, or write mode: {LOSSLESS}"
        yield Problem("fabric.roce.over_subscription", f"{over_subscription} found", allowed, fix)


def lossy_has_the_stock_alpha(mode: str, dynamic_th: int) -> Iterator[Problem]:
    if mode == LOSSY and dynamic_th:
        allowed = f"none with fabric.roce.mode {LOSSY}: RoCE's queue keeps the share that SONiC gives to any lossy one"
        fix = f"leave it out, or write mode: {LOSSLESS}"
        yield Problem("fabric.roce.dynamic_th", f"{dynamic_th} found", allowed, fix)


def subnet_manager_fits_type(type: str, hosts: tuple[str, ...]) -> Iterator[Problem]:
    where = "fabric.subnet_manager"
    if type == "roce" and hosts:
        yield Problem(where, "found with fabric.type roce", "no subnet manager on RoCE", f"leave {where} out")
    if type == "infiniband" and not hosts:
        fix = "name one or two hosts with a fabric port: without a subnet manager no port gets an address"
        yield Problem(where, "missing", "a list with at least one host", fix)
    for index, host in enumerate(hosts):
        if host in hosts[:index]:
            yield Problem(f"{where}[{index}]", f"{host} found twice", "each host once", "leave it out")
    if len(hosts) > 16:
        yield Problem(where, f"{len(hosts)} hosts found", "up to 16: opensm knows 16 priorities", "name two")
