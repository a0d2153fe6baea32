# SPDX-License-Identifier: GPL-3.0-or-later
"""The variables of NCCL that a person may set: since when, what they allow, what they mean if left out.

Sources: NCCL user guide, env.rst (2.32), and for what it does not tell the NCCL_PARAM lines of src/transport/net_ib.
What a release knows at all was looked up in the library of each (releases.py); a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from .release import Release, release
from .values import FLAG, File, Kind, Level, Network, Number, Text, Words

SWITCHES = Number(0, 2)


@dataclass(frozen=True)
class Variable:
    """``until`` is the first release that no longer knows it. ``debug`` ones have no place in a production job."""

    name: str
    since: Release
    kind: Kind
    default: str
    meaning: str
    until: Release | None = None
    instead: str = ""
    debug: bool = False

    def known_to(self, version: Release) -> bool:
        return self.since <= version and (self.until is None or version < self.until)


def _v(name: str, since: str, kind: Kind, default: str, meaning: str) -> Variable:
    return Variable(name, release(since), kind, default, meaning)


def _debug(name: str, since: str, kind: Kind, default: str, meaning: str) -> Variable:
    return Variable(name, release(since), kind, default, meaning, debug=True)


def _gone(name: str, since: str, until: str, instead: str) -> Variable:
    return Variable(name, release(since), Text(), "", "no longer there", release(until), instead)


FABRIC = (
    _v("NCCL_IB_HCA", "2.0.0", Text("[^][=]name[:port[:rail[:plane]]],..."), "all", "HCAs to use"),
    _v("NCCL_IB_GID_INDEX", "2.1.4", Number(-1, 255), "-1", "index of the GID on RoCE, the same on every HCA"),
    _v("NCCL_IB_ADDR_FAMILY", "2.21", Words(("AF_INET", "AF_INET6")), "AF_INET", "family of the GID on RoCE"),
    _v("NCCL_IB_ADDR_RANGE", "2.21", Network(), "any", "addresses the GID may have on RoCE"),
    _v("NCCL_IB_ROCE_VERSION_NUM", "2.21", Number(1, 2), "2", "RoCE version of the GID"),
    _v("NCCL_IB_TC", "2.1.15", Number(-1, 255), "0", "traffic class byte on RoCE: DSCP x 4 + ECN"),
    _v("NCCL_IB_FIFO_TC", "2.22.3", Number(-1, 255), "NCCL_IB_TC", "traffic class byte of control messages"),
    _v("NCCL_GIN_IB_TC", "2.30.7", Number(-1, 255), "NCCL_IB_TC", "traffic class byte of what GPUs send themselves"),
    _v("NCCL_IB_SL", "2.1.4", Number(-1, 15), "0", "service level on InfiniBand"),
    _v("NCCL_IB_PKEY", "2.1.4", Number(0, 65535), "0", "index of the partition key"),
    _v("NCCL_IB_PKEY_VALUE", "2.31", Number(-1, 65535), "-1", "partition key"),
    _v("NCCL_IB_TIMEOUT", "2.0.0", Number(0, 31), "20", "local ack timeout: 4.096 us x 2^n"),
    _v("NCCL_IB_RETRY_CNT", "2.1.15", Number(0, 7), "7", "tries before error 12"),
    _v("NCCL_IB_QPS_PER_CONNECTION", "2.10", Number(1, 128), "1", "queue pairs between two ranks: entropy for ECMP"),
    _v("NCCL_IB_SPLIT_DATA_ON_QPS", "2.18", FLAG, "0", "split each message over the queue pairs"),
    _v("NCCL_IB_ADAPTIVE_ROUTING", "2.16", Number(-2, 1), "1 on InfiniBand, 0 on RoCE", "adaptive routing"),
    _v("NCCL_IB_ECE_ENABLE", "2.23", FLAG, "1", "enhanced connection establishment"),
    _v("NCCL_IB_PCI_RELAXED_ORDERING", "2.12", SWITCHES, "2", "relaxed ordering on PCI"),
    _v("NCCL_IB_MERGE_NICS", "2.20", FLAG, "1", "one device of both ports of a NIC"),
    _v("NCCL_IB_MERGE_VFS", "2.18", FLAG, "1", "one device of the virtual functions of a NIC"),
    _v("NCCL_IB_DATA_DIRECT", "2.27", SWITCHES, "1", "the NIC's direct way to the GPU"),
    _v("NCCL_IB_DEVICE_PCI_ORDER", "2.29", FLAG, "1", "sort HCAs by their place on PCI"),
    _v("NCCL_IB_USE_INLINE", "2.8", FLAG, "0", "inline control messages"),
    _v("NCCL_IB_RETURN_ASYNC_EVENTS", "2.23", FLAG, "1", "stop on fatal events"),
    _v("NCCL_IB_OOO_RQ", "2.30", FLAG, "0", "receives out of order"),
    _v("NCCL_IB_RAIL_POLICY", "2.32", Text("NONE, CX9, CX9:FLIP, CX9:ALT, CX9:BLOCK"), "CX9", "rails found by NCCL"),
    _v("NCCL_IB_EVENT_BASED_LB", "2.31", FLAG, "0", "share by the ports' current speed"),
    _v("NCCL_IB_WARN_RAIL_LOCAL", "2.24", FLAG, "0", "warn of connections that leave their rail"),
    _v("NCCL_IB_SUBNET_AWARE_ROUTING", "2.30.7", FLAG, "0", "choose the local NIC by the remote one's subnet"),
    _v("NCCL_IB_SUBNET_PREFIX_LEN", "2.30.7", Number(0, 128), "24", "prefix length for it"),
    _v("NCCL_CROSS_NIC", "2.0.0", SWITCHES, "2", "may a ring change its rail"),
    _v("NCCL_PXN_DISABLE", "2.12", FLAG, "0", "no NIC of another GPU over NVLink"),
    _v("NCCL_P2P_PXN_LEVEL", "2.12", SWITCHES, "2", "when send and receive use it"),
    _v("NCCL_NET_GDR_LEVEL", "2.3.4", Level(), "by topology", "how far GPU Direct RDMA reaches"),
    _v("NCCL_NET_GDR_READ", "2.0.0", Number(-2, 1), "1 with NVLink", "GPU Direct RDMA for sending"),
    _v("NCCL_NET_GDR_C2C", "2.26", FLAG, "1", "GPU Direct RDMA over C2C"),
    _v("NCCL_DMABUF_ENABLE", "2.13", FLAG, "1", "register GPU memory by dma-buf"),
    _v("NCCL_NET_MERGE_LEVEL", "2.24", Text("LOC, PORT, PIX, PXB, PHB, SYS"), "PORT", "how near merged NICs must be"),
    _v("NCCL_NET_MERGE_POLICY", "2.30.7", Words(("ALL", "RAIL"), False), "ALL", "which NICs may be merged"),
    _v("NCCL_NETDEVS_POLICY", "2.28", Text("AUTO, ALL, MAX:N"), "AUTO", "how many NICs a GPU uses"),
)
SITE = (
    _v("NCCL_SOCKET_IFNAME", "2.0.0", Text("[^][=]name,..."), "first found", "interface of the first contact"),
    _v("NCCL_SOCKET_FAMILY", "2.0.0", Words(("AF_INET", "AF_INET6")), "any", "address family of it"),
    _v("NCCL_SOCKET_NTHREADS", "2.4.8", Number(1, 16), "1", "threads of one connection over sockets"),
    _v("NCCL_NSOCKS_PERTHREAD", "2.4.8", Number(1), "1", "sockets of one thread"),
    _v("NCCL_SOCKET_RETRY_CNT", "2.24", Number(1), "34", "tries to connect"),
    _v("NCCL_SOCKET_RETRY_SLEEP_MSEC", "2.24", Number(1), "100", "time between them, ms"),
    _v("NCCL_OOB_NET_ENABLE", "2.23", FLAG, "0", "first contact over the fabric"),
    _v("NCCL_OOB_NET_IFNAME", "2.23", Text("[^][=]name,..."), "any", "device for that"),
    _v("NCCL_NET", "2.10", Text("IB, Socket, or a plugin's own name"), "best", "network to use"),
    _v("NCCL_NET_PLUGIN", "2.11", Text("suffix, file name, or none"), "libnccl-net.so", "network plugin"),
    _v("NCCL_TUNER_PLUGIN", "2.19", Text("suffix, file name, or none"), "libnccl-tuner.so", "tuner plugin"),
    _v("NCCL_PROFILER_PLUGIN", "2.23", Text("suffix, file name, or none"), "libnccl-profiler.so", "profiler plugin"),
    _v("NCCL_ENV_PLUGIN", "2.28", Text("suffix, file name, or none"), "libnccl-env.so", "plugin for these variables"),
    _v("NCCL_IGNORE_CPU_AFFINITY", "2.4.6", FLAG, "0", "leave out the launcher's CPU affinity"),
    _v("NCCL_CONF_FILE", "2.23", File(), "~/.nccl.conf", "file to read before /etc/nccl.conf"),
    _v("NCCL_TOPO_FILE", "2.6", File(), "none", "topology to start from"),
    _v("NCCL_TOPO_DUMP_FILE", "2.6", File(), "none", "where to write the topology"),
    _v("NCCL_GRAPH_FILE", "2.6", File(), "none", "rings and trees to use"),
    _v("NCCL_GRAPH_DUMP_FILE", "2.6", File(), "none", "where to write them"),
    _v("NCCL_COLLNET_ENABLE", "2.6", FLAG, "0", "CollNet plugin"),
    _v("NCCL_COLLNET_NODE_THRESHOLD", "2.9.9", Number(0), "2", "nodes from which it is used"),
    _v("NCCL_DEBUG_FILE", "2.2.12", File(), "stdout", "where messages go"),
    _v("NCCL_DEBUG_SUBSYS", "2.3.4", Text(), "INIT,BOOTSTRAP,ENV", "subsystems that INFO tells of"),
    _v("NCCL_DEBUG_LEVELS", "2.32", Text(), "none", "levels beside NCCL_DEBUG"),
    _v("NCCL_DEBUG_TIMESTAMP_FORMAT", "2.26", Text(), "[%F %T] ", "time before a message"),
    _v("NCCL_DEBUG_TIMESTAMP_LEVELS", "2.26", Text(), "WARN,ATTN", "messages with a time"),
    _v(
        "NCCL_DEBUG",
        "2.0.0",
        Words(("VERSION", "WARN", "ATTN", "INFO", "ABORT", "TRACE"), False),
        "none",
        "what NCCL tells",
    ),
    _v("NCCL_SET_THREAD_NAME", "2.12", Words(("0", "1", "T", "TRUE", "F", "FALSE"), False), "0", "names of threads"),
    _v("NCCL_MAX_CTAS", "2.17", Number(1, 64), "undefined", "most CTAs"),
    _v("NCCL_MIN_CTAS", "2.17", Number(1, 64), "undefined", "fewest CTAs"),
    _v("NCCL_CGA_CLUSTER_SIZE", "2.16", Number(0, 8), "undefined", "CTAs in a cluster"),
    _v("NCCL_CTA_POLICY", "2.27", Text(), "DEFAULT", "how CTAs are used"),
    _v("NCCL_NVLS_ENABLE", "2.17", SWITCHES, "2", "NVLink SHARP"),
    _v("NCCL_MNNVL_ENABLE", "2.21", SWITCHES, "2", "NVLink between nodes"),
    _v("NCCL_MNNVL_UUID", "2.25", Number(-1), "-1", "the NVLink domain's id"),
    _v("NCCL_MNNVL_CLIQUE_ID", "2.23", Number(-1), "-1", "part of the NVLink domain"),
    _v("NCCL_CUMEM_ENABLE", "2.18", Number(-2, 1), "by system", "cuMem memory"),
    _v("NCCL_CUMEM_HOST_ENABLE", "2.23", Number(-1, 1), "by system", "cuMem host memory"),
    _v("NCCL_RAS_ENABLE", "2.24", FLAG, "1", "health service"),
    _v("NCCL_RAS_ADDR", "2.24", Text(), "localhost:28028", "where it listens"),
    _v("NCCL_RAS_TIMEOUT_FACTOR", "2.24", Text(), "1", "stretches its timeouts"),
    _v("NCCL_COMM_BLOCKING", "2.14", FLAG, "undefined", "calls may block"),
    _v("NCCL_COMM_ID", "2.0.0", Text("address:port"), "none", "first contact without ncclGetUniqueId's address"),
    _v("NCCL_HOSTID", "2.7", Text(), "the host's", "what tells hosts apart"),
    _v("NCCL_UID_STAGGER_THRESHOLD", "2.23", Number(1), "256", "ranks from which first contacts are staggered"),
    _v("NCCL_UID_STAGGER_RATE", "2.23", Number(1), "7000", "first contacts a second"),
    _v("NCCL_RUNTIME_CONNECT", "2.22", FLAG, "1", "connect at first use"),
    _v("NCCL_LAUNCH_ORDER_IMPLICIT", "2.26", FLAG, "0", "order of communicators by the program"),
    _v("NCCL_GIN_PLUGIN", "2.29", Text("suffixes, file names, or none"), "libnccl-gin.so", "plugin of GPUs' own sends"),
    _v("NCCL_RMA_PLUGIN", "2.30.7", Text("suffixes, file names, or none"), "libnccl-rma.so", "one-sided plugin"),
)
DEBUG = (
    _debug("NCCL_IB_DISABLE", "2.0.0", FLAG, "0", "no RDMA, sockets instead"),
    _debug("NCCL_P2P_DISABLE", "2.0.0", FLAG, "0", "no NVLink and no PCI between GPUs"),
    _debug("NCCL_P2P_LEVEL", "2.3.4", Level(), "by topology", "how far P2P reaches"),
    _debug("NCCL_P2P_DIRECT_DISABLE", "2.0.0", FLAG, "0", "no direct access to user buffers"),
    _debug("NCCL_SHM_DISABLE", "2.0.0", FLAG, "0", "no shared memory between GPUs"),
    _debug("NCCL_NVB_DISABLE", "2.11", FLAG, "0", "no NVLink over another GPU"),
    _debug("NCCL_BUFFSIZE", "2.0.0", Number(1), "4194304", "buffer of a channel, bytes"),
    _debug("NCCL_NTHREADS", "2.0.0", Text("64, 128, 256, 512"), "512", "threads of a block"),
    _debug("NCCL_MAX_NCHANNELS", "2.5.0", Number(1), "by topology", "most channels; NCCL_MAX_CTAS since 2.17"),
    _debug("NCCL_MIN_NCHANNELS", "2.5.0", Number(1), "by topology", "fewest channels; NCCL_MIN_CTAS since 2.17"),
    _debug("NCCL_ALGO", "2.5", Text(), "best", "algorithms"),
    _debug("NCCL_PROTO", "2.5", Text(), "best", "protocols; LL128 corrupts data where it is not supported"),
    _debug("NCCL_CHECK_POINTERS", "2.2.12", FLAG, "0", "check pointers"),
    _debug("NCCL_CHECK_MODE", "2.29.7", Words(("DEFAULT", "DEBUG_LOCAL", "DEBUG_GLOBAL")), "DEFAULT", "checks"),
    _debug("NCCL_LAUNCH_MODE", "2.1.0", Words(("PARALLEL", "GROUP")), "PARALLEL", "how kernels start"),
    _debug("NCCL_IB_AR_THRESHOLD", "2.6", Number(-2), "8192", "bytes from which data is adaptively routed"),
    _debug("NCCL_NET_SHARED_BUFFERS", "2.8", Number(-2, 1), "1", "one pool for all peers"),
    _debug("NCCL_NET_SHARED_COMMS", "2.12", FLAG, "1", "share connections with PXN"),
    _debug("NCCL_P2P_NET_CHUNKSIZE", "2.14", Number(1), "131072", "message of send and receive, bytes"),
    _debug("NCCL_GRAPH_REGISTER", "2.11", FLAG, "1", "register buffers of CUDA graphs"),
    _debug("NCCL_LOCAL_REGISTER", "2.19", FLAG, "1", "register user buffers"),
    _debug("NCCL_SET_STACK_SIZE", "2.9", FLAG, "0", "largest stack of all kernels"),
    _debug("NCCL_GRAPH_MIXING_SUPPORT", "2.13", FLAG, "1", "several graphs at once"),
)
GONE = (
    _gone("NCCL_IB_CUDA_SUPPORT", "2.0.0", "2.4.0", "NCCL_NET_GDR_LEVEL"),
    _gone("NCCL_SINGLE_RING_THRESHOLD", "2.1.0", "2.3.0", "nothing"),
    _gone("NCCL_LL_THRESHOLD", "2.1.0", "2.5.0", "NCCL_PROTO"),
    _gone("NCCL_TREE_THRESHOLD", "2.4.0", "2.5.0", "NCCL_ALGO"),
    _gone("NCCL_CHECKS_DISABLE", "2.0.5", "2.2.12", "NCCL_CHECK_MODE"),
)
VARIABLES = {variable.name: variable for variable in (*FABRIC, *SITE, *DEBUG, *GONE)}
