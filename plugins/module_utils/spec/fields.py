# SPDX-License-Identifier: GPL-3.0-or-later
"""The one table of what cluster.yml may hold; docs/spec.md is generated from it.

Terraform reads the same file: terraform/modules/shared/cluster.tf has the same keys and defaults, and a
test compares them.
"""

from __future__ import annotations

from fractions import Fraction

from ..cxl.wish import GRANULARITIES, MEMBER, WAYS
from ..nccl.release import PATTERN as RELEASE
from ..plan.nics import CONNECTX, FAMILIES, INBOX, OFED
from ..plan.switch_models import DYNAMIC, SWITCHES, TRADITIONAL
from .kinds import Choice, Flag, Number, Size, Subnet, Text, Whole, words
from .model import (
    LOSSLESS,
    LOSSY,
    Bandwidth,
    Cables,
    Fabric,
    Hugepages,
    Management,
    Memory,
    NodeGroup,
    Profile,
    Roce,
    Spec,
    Tier,
)
from .shape import Field, Listed, Named, Section

# Speeds for which both PFC headroom (IEEE 802.3 pause quanta) and port names are known.
SPEEDS = Choice({f"{gigabits}G": gigabits * 1000 for gigabits in (10, 25, 40, 50, 100, 200, 400, 800)})
NAME = Text(
    r"[a-z]([a-z0-9-]{0,38}[a-z0-9])?",
    "a name of lower-case letters, digits and dashes that starts with a letter and ends with no dash, up to 40 long",
)
PORT = Text(  # no dot: sysctl takes it for the end of the name; 15 is the kernel's IFNAMSIZ - 1
    r"[A-Za-z][A-Za-z0-9_-]{0,14}",
    "a kernel port name of letters, digits, dashes and underscores, up to 15 long",
)
DEVICE = Text(r"[A-Za-z][A-Za-z0-9_-]{0,62}", "an RDMA device name such as mlx5_0")
MODULE = Text(r"[A-Za-z0-9][A-Za-z0-9_-]*", "a kernel module name such as rdma_ucm")
NCCL = Text(RELEASE, 'a release of NCCL in quotes, such as "2.27": without them YAML reads 2.30 as 2.3')
RACK = Text(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,39})", "a rack name of letters, digits, dots, dashes and underscores")
HOST = Text(NAME.pattern, "the name of a host, such as management-1")
CXL_DEVICE = Text(MEMBER.pattern, 'a serial in quotes such as "0xc0ffee00", or a PCI address such as 0000:0d:00.0')
FIRST_ADDRESS = Field(
    Whole(2, 65533),
    "Host number in management.subnet of the first one; the others follow. Left out: continues after the group"
    " before it, in the order of nodes, leaf, spine, starting at 10. Number 1 is the gateway's.",
    default=None,
)


def _tier(what: str) -> Section:
    return Section(
        {
            "count": Field(Whole(1, 512), f"How many {what} switches there are."),
            "ports": Field(Whole(2, 1024), f"Ports of one {what} switch that the fabric may use."),
            "os": Field(
                words("sonic", "cumulus", "eos", "nxos", "mlnx_os"),
                "Network operating system: mlnx_os on InfiniBand, any of the others on RoCE. docs/switches.md says what"
                " is done with each.",
            ),
            "lanes": Field(
                Whole(1, 8), "Lanes of one port; SONiC counts them in its port names (Ethernet0, Ethernet4, ...).", 1
            ),
            "model": Field(
                words(*(name for name, switch in SWITCHES.items() if switch.has_reserve)),
                "What the switch is made of: headroom, pools and marking are computed for it. Left out: published"
                " values mark, and the switch's own buffers stay.",
                default=None,
            ),
            "buffer_model": Field(
                words(DYNAMIC, TRADITIONAL),
                "Buffer model that SONiC runs with: in dynamic the switch computes headroom itself, in traditional it"
                " is told. It can be changed only by a reload, so it is checked and never set.",
                TRADITIONAL,
            ),
            "first_address": FIRST_ADDRESS,
        },
        Tier,
    )


MANAGEMENT = Section(
    {
        "subnet": Field(Subnet(), "Network over which all machines are reached."),
        "port": Field(PORT, "Kernel name of the hosts' port on it; no setting here ever touches that port."),
    },
    Management,
)
ROCE = Section(
    {
        "dscp": Field(Whole(1, 63), "DSCP of RoCE traffic; 0 is everybody else's."),
        "mode": Field(
            words(LOSSLESS, LOSSY),
            "lossless: PFC pauses what would be lost, and buffers keep headroom for it. lossy: no PFC and no headroom;"
            " ECN alone slows senders down, and NICs send again what is lost.",
            LOSSLESS,
        ),
        "priority": Field(
            Whole(1, 7), "Priority, traffic class and queue of RoCE; the one lossless class, unless mode is lossy."
        ),
        "cnp_dscp": Field(Whole(1, 63), "DSCP of congestion notification packets (CNP)."),
        "cnp_priority": Field(Whole(1, 7), "Priority, traffic class and queue of CNP; strict and never paused."),
        "incast": Field(
            Whole(1, 1024),
            "How many ports may send to one at once and be marked before PFC fires, or in mode lossy before packets are"
            " dropped. Left out: all others of a switch.",
            default=None,
        ),
        "dynamic_th": Field(
            Whole(-8, 7),
            "Share of the free pool that a lossless queue may take, as a power of two (alpha). Not in mode lossy.",
            0,
        ),
        "over_subscription": Field(
            Whole(0, 16),
            "Lossless groups for each one whose headroom is kept free; 0 keeps every group's own headroom. Not in mode"
            " lossy.",
            0,
        ),
    },
    Roce,
)
CABLES = Section(
    {
        "host": Field(Whole(1, 2000), "Longest cable from a leaf to a host, metres.", 40),
        "spine": Field(Whole(1, 2000), "Longest cable from a leaf to a spine, metres.", 40),
    },
    Cables,
)
FABRIC = Section(
    {
        "type": Field(words("roce", "infiniband"), "RoCEv2 on routed Ethernet, or InfiniBand."),
        "speed": Field(SPEEDS, "Speed of every link."),
        "mtu": Field(Whole(1500, 9216), "MTU of every port on every path, bytes; on InfiniBand that of IPoIB."),
        "rails": Field(Whole(1, 16), "Rails: a host has at most one port on each."),
        "assignment": Field(
            words("rail_optimised", "plain"),
            "rail_optimised: a leaf serves one rail of many hosts; plain: a leaf serves all rails of its hosts.",
            "rail_optimised",
        ),
        "oversubscription": Field(
            Number(1, 64), "Leaf ports towards hosts for each one towards spines.", default=Fraction(1)
        ),
        "subnet": Field(Subnet(), "Addresses of the fabric, shared out by the layout."),
        "leaf": Field(_tier("leaf"), "The switches hosts are attached to."),
        "spine": Field(_tier("spine"), "The switches that join the leaves."),
        "cables": Field(CABLES, "Length of cables, for headroom. Left out: 40 m each.", default=None),
        "roce": Field(ROCE, "The traffic classes of RoCE; must be there on RoCE and nowhere else.", default=None),
        "subnet_manager": Field(
            Listed(HOST),
            "Hosts that run the InfiniBand subnet manager, the first as master; at least one there and none on RoCE.",
            (),
        ),
    },
    Fabric.of,
)
BANDWIDTH = Section(
    {
        "near": Field(Whole(1, 100_000_000), "What a node with CPUs can read, MB/s."),
        "far": Field(Whole(1, 100_000_000), "What a node without CPUs can read, MB/s; such is CXL memory."),
    },
    Bandwidth,
)
HUGEPAGES = Section(
    {
        "size": Field(words("2MiB", "1GiB"), "Size of one page."),
        "count": Field(Whole(1, 1 << 24), "How many are kept ready."),
    },
    Hugepages,
)
MEMORY = Section(
    {
        "size": Field(Size(), "CXL memory of each host. Left out: none.", default=None),
        "pool": Field(NAME, "Which pool gives it. Left out: the host's own devices.", default=None),
        "first": Field(
            words("latency", "bandwidth"),
            "latency: each device by itself, the nearest first; bandwidth: one region over as many devices as can be.",
            "latency",
        ),
        "use": Field(
            words("system_ram", "devdax"),
            "system_ram: a NUMA node without CPUs; devdax: a device for programs that map it. Must be there with size.",
            default=None,
        ),
        "zone": Field(
            words("movable", "normal"),
            "Where system_ram goes, and must be there with it. movable: can be taken back, but the kernel keeps nothing"
            " of its own there; normal: for everything, and practically for good.",
            default=None,
        ),
        "online": Field(
            words("by_plan", "by_kernel"),
            "Who puts memory online: by_plan: only what is planned; by_kernel: all that ever comes, into zone.",
            "by_plan",
        ),
        "members": Field(
            Listed(CXL_DEVICE), "The devices to take. Left out: the pool or the host's topology decides.", ()
        ),
        "ways": Field(
            Choice({ways: ways for ways in WAYS}),
            "Devices in one interleaved region. Left out: follows from first.",
            default=None,
        ),
        "granularity": Field(
            Choice({size: size for size in GRANULARITIES}),
            "Bytes on one device before the next. Left out: the root decoder's, or 256.",
            default=None,
        ),
        "tiering": Field(
            Flag(), "Whether the kernel moves cold pages to slower memory and hot ones back.", default=False
        ),
        "weights": Field(
            words("none", "reported", "declared"),
            "Weights of NUMA nodes for weighted interleave: by the bandwidth that the firmware reports, or by"
            " bandwidth. none: as the kernel has them.",
            "none",
        ),
        "bandwidth": Field(BANDWIDTH, "Measured or promised bandwidth, for weights: declared.", default=None),
        "hugepages": Field(Listed(HUGEPAGES), "Huge pages of each host. Left out: as they are.", default=None),
        "watch": Field(
            Flag(), "Whether rasdaemon runs where there is CXL memory: it records its errors and events.", default=True
        ),
    },
    Memory,
)
PROFILE = Section(
    {
        "ports": Field(Listed(PORT), "Kernel names of the fabric ports; empty for a host that is not on the fabric."),
        "rails": Field(
            Listed(Whole(0, 15)), "Rail of each port, in the same order. Left out: 0, 1, 2 and on.", default=None
        ),
        "hcas": Field(Listed(DEVICE), "RDMA device of each port, in the same order.", ()),
        "gpus": Field(Whole(0, 64), "GPUs of one host; hosts with GPUs get the NCCL environment.", 0),
        "kernel_modules": Field(Listed(MODULE), "Kernel modules to load at boot.", ()),
        "hostname": Field(Flag(), "Whether to set the host's name to the node's.", default=False),
        "nccl": Field(
            NCCL,
            "Oldest release of NCCL that its jobs use; a variable that it does not know is left out of the plan or"
            " replaced. Left out: the newest one known.",
            default=None,
        ),
        "nic": Field(
            words(*FAMILIES),
            "What its fabric ports are: NVIDIA ConnectX, Broadcom Thor2, AMD Pollara, or the kernel's own Soft-RoCE."
            " What a NIC cannot be given, the"
            " plan leaves out and warns of.",
            CONNECTX,
        ),
        "nic_driver": Field(
            words(INBOX, OFED),
            "Driver of a ConnectX: the kernel's, or MLNX_OFED's, which alone turns ECN on for one priority.",
            INBOX,
        ),
        "nic_buffer": Field(
            Whole(1, 1 << 30),
            "Receive buffer of one fabric port, bytes; 'dcb buffer show' calls it total-size. Left out: only apply sees"
            " whether it is large enough.",
            default=None,
        ),
        "memory": Field(MEMORY, "CXL memory and huge pages. Left out: neither is touched.", default=None),
    },
    Profile.of,
)
NODES = Section(
    {
        "name": Field(NAME, "Name of the group; compute has the hosts compute-1, compute-2 and on."),
        "role": Field(words("compute", "memory", "storage", "management"), "What the hosts are for."),
        "count": Field(Whole(1, 1024), "How many there are."),
        "profile": Field(NAME, "Which of profiles they are like."),
        "racks": Field(Listed(RACK, 1), "Racks they stand in, filled one after the other.", ("rack-1",)),
        "first_address": FIRST_ADDRESS,
    },
    NodeGroup,
)
SPEC = Section(
    {
        "version": Field(Whole(1, 1), "Version of this format."),
        "name": Field(NAME, "Name of the cluster."),
        "provider": Field(words("lab", "bare_metal"), "What the machines come from."),
        "management": Field(MANAGEMENT, "The network the machines are managed over."),
        "fabric": Field(FABRIC, "The network the data takes."),
        "profiles": Field(Named(NAME, PROFILE), "Kinds of hosts, by name."),
        "nodes": Field(Listed(NODES, 1), "Groups of hosts. Their order decides which leaf ports they get."),
    },
    Spec,
)
