# SPDX-License-Identifier: GPL-3.0-or-later
"""The NCCL environment of a host with GPUs, for /etc/nccl.conf, with the reason for each value and each left out."""

from __future__ import annotations

from dataclasses import dataclass

from ..nccl.release import Release, release_or_newest, told
from ..nccl.rules_devices import RAILS_IN_LIST
from ..nccl.variables import VARIABLES
from ..nodes import Node
from ..spec.model import Fabric, Roce, Spec
from .lossless import ECT0, traffic_class_byte
from .model import Subject, subject
from .order import ports, rails
from .why import Why

PATH = "/etc/nccl.conf"
# The kernel gives a RoCE port two GIDs of its link-local address, v1 and v2, then two of each address it has; the plan
# gives it one (Linux, drivers/infiniband/core/roce_gid_mgmt.c; OCI and Google publish 3 as well).
INDEX_OF_FIRST_ADDRESS = 3
GUIDE = "NCCL user guide, env.rst"


@dataclass(frozen=True)
class Choice:
    """A variable and its value; ``value`` None leaves it out, so that NCCL takes its default."""

    name: str
    value: str | None
    why: Why


def nccl(node: Node, spec: Spec, joined: bool = True) -> Subject:
    """One row for each variable, sorted; NCCL takes the value as it stands, so it has no blanks."""
    chosen = {choice.name: choice.value for choice in choices(node, spec, joined) if choice.value is not None}
    rows = [{"name": name, "value": value} for name, value in sorted(chosen.items())]
    return subject(rows, state="overridden", path=PATH)


def choices(node: Node, spec: Spec, joined: bool = True) -> list[Choice]:
    """What is set and what is left out, with the reason for each; ``joined`` where spines join the leaves."""
    version = release_or_newest(spec.profile_of(node.group).nccl)
    return [
        _hcas(node, version),
        _interface(spec),
        _cross_nic(spec.fabric, joined),
        *(_roce(spec.fabric, spec.fabric.roce, version) if spec.fabric.roce else []),
    ]


def _hcas(node: Node, version: Release) -> Choice:
    """Exactly the plan's HCAs; their rails where the release reads them."""
    with_rails = version >= RAILS_IN_LIST
    names = [f"{nic.hca}:1:{rail}" if with_rails else nic.hca or "" for rail, nic in rails(node)]
    part = "name:port:rail" if with_rails else f"name, for rails are read from {told(RAILS_IN_LIST)} on"
    inputs = {"hcas": len(ports(node)), "NCCL": told(version)}
    formula = f"= for exactly these, or mlx5_1 would mean mlx5_10 too; {part}, by rail"
    return Choice("NCCL_IB_HCA", "=" + ",".join(names), Why(formula, inputs, GUIDE))


def _interface(spec: Spec) -> Choice:
    formula = "= for exactly this port: the first contact stays off the fabric"
    why = Why(formula, {"management.port": spec.management.port}, GUIDE)
    return Choice("NCCL_SOCKET_IFNAME", f"={spec.management.port}", why)


def _cross_nic(fabric: Fabric, joined: bool) -> Choice:
    """Whether a ring may change its rail, by what lies between two rails."""
    inputs = {
        "assignment": fabric.assignment,
        "leaves": fabric.leaf.count,
        "rails": fabric.rails,
        "oversubscription": fabric.oversubscription,
    }
    value, formula = _policy(fabric, joined)
    return Choice("NCCL_CROSS_NIC", value, Why(formula, inputs, f"{GUIDE}; nccl issues 836, 2013, 2345"))


def _policy(fabric: Fabric, joined: bool) -> tuple[str | None, str]:
    if fabric.leaf.count == 1:
        return None, "all rails meet in one leaf, so nothing is gained by staying on one: NCCL's default, 2"
    if fabric.assignment == "plain":
        return None, "the rails of a host meet in its leaf: NCCL's default, 2, stays on a rail where it costs nothing"
    if not joined:
        return "0", "no way leads from one rail to another: a ring must stay on its rail"
    if fabric.oversubscription > 1:
        return "0", "a ring stays below its rail's leaf: between leaves it had only 1/oversubscription of its rate"
    return "0", "a ring stays below its rail's leaf: across it would take two more hops and meet others in the spines"


def _roce(fabric: Fabric, roce: Roce, version: Release) -> list[Choice]:
    """Class and GID."""
    byte = Why("DSCP x 4 + ECT(0); without ECT a switch drops where it would mark", _class(roce), "RFC 2474, RFC 3168")
    byte_too = {"NCCL_IB_TC": traffic_class_byte(roce)}
    same = Why("its default is NCCL_IB_TC, the one lossless class", byte_too, f"{GUIDE}; NCCL net_ib/gin.cc")
    return [
        Choice("NCCL_IB_TC", str(traffic_class_byte(roce)), byte),
        Choice("NCCL_IB_FIFO_TC", None, same),
        Choice("NCCL_GIN_IB_TC", None, same),
        *_gid(fabric, version),
    ]


def _class(roce: Roce) -> dict[str, int]:
    return {"DSCP": roce.dscp, "ECT(0)": ECT0}


def _gid(fabric: Fabric, version: Release) -> list[Choice]:
    """The range finds each HCA its own; before there was one, the index that all HCAs have with one address each."""
    first = VARIABLES["NCCL_IB_ADDR_RANGE"].since
    inputs = {"NCCL": told(version), "range since": told(first)}
    if version < first:
        formula = (
            "2 GIDs of the link-local address, then v1 and v2 of the one address that each HCA has: the same index"
        )
        why = Why(formula, {**inputs, "addresses": 1}, "Linux, drivers/infiniband/core/roce_gid_mgmt.c")
        return [Choice("NCCL_IB_GID_INDEX", str(INDEX_OF_FIRST_ADDRESS), why)]
    found = Why("family, range and version find each HCA its own GID", inputs, "NCCL net_ib/connect.cc")
    left = Why("one number would hold for all HCAs, and a VLAN or a container moves it on one", inputs, GUIDE)
    return [
        Choice("NCCL_IB_ADDR_FAMILY", "AF_INET", found),
        Choice("NCCL_IB_ADDR_RANGE", str(fabric.subnet), found),
        Choice("NCCL_IB_ROCE_VERSION_NUM", "2", found),
        Choice("NCCL_IB_GID_INDEX", None, left),
    ]
