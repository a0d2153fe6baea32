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


def sysctl(node: Node, profile: Profile) -> Subject:
    """The sysctls of each rail port, and the host's name where the spec asks for it."""
    return subject(_sysctls(node, profile), state="merged")


def kernel_module(profile: Profile) -> Subject:
    """The kernel modules that must be loaded now; ``files`` keeps them over a boot."""
    return subject([{"name": name, "loaded": True} for name in sorted(profile.kernel_modules)], state="merged")


def files(node: Node, profile: Profile) -> list[Row]:
    """The files that keep those sysctls, the modules, the limits and the name over a boot."""
    settings = [f"{row['name']} = {row['value']}" for row in _sysctls(node, profile)]
    found = {
        "/etc/modules-load.d/60-disagg.conf": sorted(profile.kernel_modules),
        "/etc/security/limits.d/60-disagg.conf": _limits() if node.nics else [],
        "/etc/sysctl.d/60-disagg.conf": settings,
    }
    name = [{"path": "/etc/hostname", "content": f"{node.name}\n", "mode": "0644"}] if profile.hostname else []
    return [*name, *(file(path, lines) for path, lines in found.items() if lines)]


def file(path: str, lines: list[str]) -> Row:
    """One file of such lines."""
    return {"path": path, "content": HEAD + "".join(f"{line}\n" for line in lines), "mode": "0644"}


def _sysctls(node: Node, profile: Profile) -> list[Row]:
    name = [{"name": "kernel.hostname", "value": node.name}] if profile.hostname else []
    return [
        *name,
        *(
            {"name": f"net.ipv4.conf.{nic.port}.{setting}", "value": value}
            for nic in ports(node)
            for setting, value in RAIL_SYSCTLS.items()
        ),
    ]


def _limits() -> list[str]:
    """RDMA pins its buffers. ``*`` does not mean root (limits.conf(5)), so root has lines of its own."""
    return [f"{who} {kind} memlock unlimited" for who in ("*", "root") for kind in ("soft", "hard")]
