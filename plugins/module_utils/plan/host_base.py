# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host needs below the fabric: sysctls for several rails, locked memory, kernel modules at boot."""

from __future__ import annotations

from ..nodes import Node
from ..spec.model import Profile
from .model import Row, Subject, subject
from .order import ports

HEAD = "# Written by disagg.cluster from the plan; a change here is undone by the next apply.\n"

# Linux, Documentation/networking/ip-sysctl.rst. The kernel takes the greater of conf.all and conf.<port> for
# each of the three, so rows for conf.all would only widen this to ports that are not ours.
RAIL_SYSCTLS = {
    "arp_announce": "2",  # ask with an address of the port one asks on, or the leaf learns the wrong rail
    "arp_ignore": "1",  # answer only for addresses of the port that was asked, or one rail answers for all
    "rp_filter": "2",  # loose: strict drops what comes in on one rail while the best way back is another
}


def sysctl(node: Node) -> Subject:
    """The sysctls of each rail port."""
    return subject(_sysctls(node), state="merged")


def kernel_module(profile: Profile) -> Subject:
    """The kernel modules that must be loaded now; ``files`` keeps them over a boot."""
    return subject([{"name": name, "loaded": True} for name in sorted(profile.kernel_modules)], state="merged")


def files(node: Node, profile: Profile) -> list[Row]:
    """The files that keep those sysctls, the modules and the limits over a boot."""
    found = []
    if profile.kernel_modules:
        found.append(file("/etc/modules-load.d/60-disagg.conf", sorted(profile.kernel_modules)))
    if node.nics:
        found.append(file("/etc/security/limits.d/60-disagg.conf", _limits()))
        found.append(file("/etc/sysctl.d/60-disagg.conf", [f"{r['name']} = {r['value']}" for r in _sysctls(node)]))
    return found


def file(path: str, lines: list[str]) -> Row:
    """One file of such lines."""
    return {"path": path, "content": HEAD + "".join(f"{line}\n" for line in lines), "mode": "0644"}


def _sysctls(node: Node) -> list[Row]:
    return [
        {"name": f"net.ipv4.conf.{nic.port}.{name}", "value": value}
        for nic in ports(node)
        for name, value in RAIL_SYSCTLS.items()
    ]


def _limits() -> list[str]:
    """RDMA pins its buffers. ``*`` does not mean root (limits.conf(5)), so root has lines of its own."""
    return [f"{who} {kind} memlock unlimited" for who in ("*", "root") for kind in ("soft", "hard")]
