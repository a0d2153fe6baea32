# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables that a fabric needs, as SONiC's YANG models define them (sonic-buildimage, yang-models, 2026-08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .kinds import Either, Enum, Kind, Pattern, Range, Ref, Several, Text

UINT16, UINT32, UINT64 = Range(0, 2**16 - 1), Range(0, 2**32 - 1), Range(0, 2**64 - 1)
TEXT, PORT, SWITCH = Text(), Ref("PORT"), Enum(("false", "true"))
NAME = Pattern(r"[a-zA-Z0-9]{1}([-a-zA-Z0-9_]{0,31})")
ON_OFF = Pattern("on|off")
ENABLE = Enum(("enable", "disable"))
TC = Range(0, 15)
DSCP = Pattern("6[0-3]|[1-5][0-9]?|[0-9]?")
PRIORITY = Pattern("[0-7]?")
QUEUE = Pattern("[0-9]?")
PRIORITIES = Pattern("([0-7](,[0-7])*)?")
PERCENT = Range(0, 100)
OCTET = "([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"
IPV4 = Pattern(rf"({OCTET}\.){{3}}{OCTET}/(([0-9])|([1-2][0-9])|(3[0-2]))")
IPV6 = Pattern(r"[0-9a-fA-F]*:[0-9a-fA-F:.]*/(([0-9])|([0-9]{2})|(1[0-1][0-9])|(12[0-8]))")
PREFIX = Either((IPV4, IPV6))
FLAGS = Pattern("((true|false),)*(true|false)")
VRF = Pattern("default|mgmt|Vrf[a-zA-Z0-9_-]+")
MAC = Pattern("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}")
DISTANCES = Pattern("((25[0-5]|2[0-4][0-9]|[0-1]?[0-9][0-9]?),)*(25[0-5]|2[0-4][0-9]|[0-1]?[0-9][0-9]?)")
ROUTE_VRFS = Pattern("((((Vrf[a-zA-Z0-9_-]+)|(default)|(mgmt)),)*((Vrf[a-zA-Z0-9_-]+)|(default)|(mgmt)))?")
MODE = Pattern("routed|access|trunk")
DEVICE_TYPES = (
    "ToRRouter|LeafRouter|SpineChassisFrontendRouter|ChassisBackendRouter|ASIC|MgmtToRRouter|MgmtLeafRouter|"
    "MgmtSpineRouter|MgmtAccessRouter|LowerMgmtAggregator|UpperMgmtAggregator|SpineRouter|BackEndSpineRouter|"
    "UpperSpineRouter|FabricSpineRouter|LowerSpineRouter|BackEndToRRouter|BackEndLeafRouter|EPMS|MgmtTsToR|"
    "BmcMgmtToRRouter|MiniTs|LeafTs|SpineTs|CoreTs|ConsoleServer|TerminalServer|SonicHost|SmartSwitchDPU|FilterLeaf|"
    "NetworkBmc|MseeRouter|not-provisioned|LowerRegionalHub|FabricRegionalHub|UpperRegionalHub"
)


@dataclass(frozen=True)
class Rows:
    """Rows of one form: the kinds of the key's parts, the fields, or a map from any such field to a kind."""

    key: tuple[Kind, ...]
    fields: Mapping[str, Kind] = field(default_factory=dict)
    mandatory: tuple[str, ...] = ()
    entry: tuple[Kind, Kind] | None = None


def colour(name: str) -> dict[str, Kind]:
    """The WRED fields of one colour."""
    return {
        f"{name}_min_threshold": UINT64,
        f"{name}_max_threshold": UINT64,
        f"{name}_drop_probability": PERCENT,
        f"wred_{name}_enable": SWITCH,
    }


ROUTE: dict[str, Kind] = {"nexthop": TEXT, "ifname": TEXT, "advertise": FLAGS}
ECN = ("none", "green", "yellow", "red", "green_yellow", "green_red", "yellow_red", "all")

TABLES: dict[str, tuple[Rows, ...]] = {
    "DEVICE_METADATA": (
        Rows(
            (Enum(("localhost",)),),
            {
                **dict.fromkeys(("hwsku", "hostname", "platform", "cloudtype", "region", "resource_type"), TEXT),
                "mac": MAC,
                "type": Pattern(DEVICE_TYPES),
                "buffer_model": Pattern("dynamic|traditional"),
                "default_pfcwd_status": ENABLE,
                "default_bgp_status": Enum(("up", "down")),
                "docker_routing_config_mode": Pattern("separated|unified|split|split-unified"),
                "synchronous_mode": ENABLE,
                "bgp_asn": UINT32,
                "deployment_id": UINT32,
            },
        ),
    ),
    "PORT": (
        Rows(
            (TEXT,),
            {
                **dict.fromkeys(("alias", "lanes", "description"), TEXT),
                "mode": MODE,
                "speed": Range(1, 1600000),
                "mtu": Range(68, 9216),
                "admin_status": Enum(("up", "down")),
                "autoneg": ON_OFF,
                "link_training": ON_OFF,
                "pfc_asym": ON_OFF,
                "fec": Pattern("rs|fc|none|auto"),
                "adv_speeds": Several(Either((Range(1, 1600000), Pattern("all")))),
                "subport": Range(0, 8),
                "index": UINT16,
                "role": Pattern("Ext|Int|Inb|Rec|Dpc"),
                "tpid": Pattern("0x8100|0x9100|0x9200|0x88a8|0x88A8"),
                "dom_polling": Enum(("enabled", "disabled")),
            },
            ("lanes", "speed"),
        ),
    ),
    "INTERFACE": (
        Rows(
            (PORT,),
            {
                "nat_zone": Range(0, 3),
                "mpls": ENABLE,
                "ipv6_use_link_local_only": ENABLE,
                "mac_addr": MAC,
                "loopback_action": Pattern("drop|forward"),
            },
        ),
        Rows((PORT, PREFIX), {"scope": Enum(("global", "local")), "family": Enum(("IPv4", "IPv6"))}),
    ),
    "STATIC_ROUTE": (
        Rows((PREFIX,), {**ROUTE, "bfd": FLAGS}),
        Rows((VRF, PREFIX), {**ROUTE, "distance": DISTANCES, "nexthop-vrf": ROUTE_VRFS, "blackhole": FLAGS}),
    ),
    "DSCP_TO_TC_MAP": (Rows((NAME,), entry=(DSCP, TC)),),
    "DOT1P_TO_TC_MAP": (Rows((NAME,), entry=(PRIORITY, TC)),),
    "TC_TO_QUEUE_MAP": (Rows((NAME,), entry=(TC, QUEUE)),),
    "TC_TO_PRIORITY_GROUP_MAP": (Rows((NAME,), entry=(TC, PRIORITY)),),
    "TC_TO_DSCP_MAP": (Rows((NAME,), entry=(TC, DSCP)),),
    "MAP_PFC_PRIORITY_TO_QUEUE": (Rows((NAME,), entry=(PRIORITY, PRIORITY)),),
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": (Rows((NAME,), entry=(PRIORITY, PRIORITY)),),
    "PORT_QOS_MAP": (
        Rows(
            (Either((PORT, Pattern("global"))),),
            {
                "dscp_to_tc_map": Ref("DSCP_TO_TC_MAP"),
                "tc_to_queue_map": Ref("TC_TO_QUEUE_MAP"),
                "tc_to_pg_map": Ref("TC_TO_PRIORITY_GROUP_MAP"),
                "pfc_to_queue_map": Ref("MAP_PFC_PRIORITY_TO_QUEUE"),
                "pfc_to_pg_map": Ref("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"),
                "tc_to_dscp_map": Ref("TC_TO_DSCP_MAP"),
                "dot1p_to_tc_map": Ref("DOT1P_TO_TC_MAP"),
                "scheduler": Ref("SCHEDULER"),
                "pfc_enable": PRIORITIES,
                "pfcwd_sw_enable": PRIORITIES,
            },
        ),
    ),
    "SCHEDULER": (
        Rows(
            (TEXT,),
            {
                "type": Enum(("DWRR", "WRR", "STRICT")),
                "weight": Range(1, 100),
                "priority": Range(0, 9),
                "meter_type": Enum(("packets", "bytes")),
                **dict.fromkeys(("cir", "pir"), UINT64),
                **dict.fromkeys(("cbs", "pbs"), UINT32),
            },
        ),
    ),
    "WRED_PROFILE": (
        Rows(
            (NAME,),
            {
                **colour("green"),
                **colour("yellow"),
                **colour("red"),
                "ecn": Enum(tuple(f"ecn_{word}" for word in ECN)),
            },
        ),
    ),
    "QUEUE": (
        Rows(
            (Either((PORT, Pattern("CPU"))), TEXT),
            {"scheduler": Ref("SCHEDULER"), "wred_profile": Ref("WRED_PROFILE")},
        ),
    ),
    "PFC_WD": (
        Rows(
            (Either((PORT, Pattern("GLOBAL"))),),
            {
                "action": Enum(("drop", "forward", "alert")),
                "detection_time": Range(100, 5000),
                "restoration_time": Range(100, 60000),
                "pfc_stat_history": Pattern("enable|disable"),
                "POLL_INTERVAL": Range(100, 1000),
            },
        ),
    ),
    "BUFFER_POOL": (
        Rows(
            (TEXT,),
            {
                "type": Enum(("ingress", "egress", "both")),
                "mode": Enum(("static", "dynamic")),
                **dict.fromkeys(("size", "xoff"), UINT64),
                "percentage": Range(0, 255),
            },
            ("type", "mode"),
        ),
    ),
    "BUFFER_PROFILE": (
        Rows(
            (TEXT,),
            {
                "pool": Ref("BUFFER_POOL"),
                **dict.fromkeys(("size", "xon", "xoff", "xon_offset", "static_th"), UINT64),
                "dynamic_th": Range(-8, 7),
                "headroom_type": Enum(("static", "dynamic")),
                "packet_discard_action": Enum(("drop", "trim")),
            },
            ("pool", "size"),
        ),
    ),
    "BUFFER_PG": (
        Rows(
            (PORT, Pattern("[0-7]((-)[0-7])?")),
            {"profile": Either((Ref("BUFFER_PROFILE"), Pattern("NULL")))},
        ),
    ),
    "BUFFER_QUEUE": (Rows((PORT, Pattern("(1[0-5]|[0-9])((-)(1[0-5]|[0-9]))?")), {"profile": Ref("BUFFER_PROFILE")}),),
    "BUFFER_PORT_INGRESS_PROFILE_LIST": (Rows((PORT,), {"profile_list": Several(Ref("BUFFER_PROFILE"))}),),
    "BUFFER_PORT_EGRESS_PROFILE_LIST": (Rows((PORT,), {"profile_list": Several(Ref("BUFFER_PROFILE"))}),),
    "CABLE_LENGTH": (Rows((NAME,), entry=(PORT, Pattern("[0-9]+m"))),),
    "LOSSLESS_TRAFFIC_PATTERN": (
        Rows(
            (NAME,),
            {"mtu": Range(1, 9216), "small_packet_percentage": PERCENT},
            ("mtu", "small_packet_percentage"),
        ),
    ),
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": (
        Rows((NAME,), {"default_dynamic_th": Range(-8, 7), "over_subscribe_ratio": UINT16}, ("default_dynamic_th",)),
    ),
}
