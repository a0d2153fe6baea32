# SPDX-License-Identifier: GPL-3.0-or-later
"""What to do about a finding, by check. Pure."""

from __future__ import annotations

APPLY = "run apply.yml, which sets it as planned"
REMEDIES = {
    "boot": "run apply.yml: it installs and enables the unit that re-applies the plan at boot",
    "buffer": "run apply.yml, which sets it; where the NIC has too few bytes, shorten the cable or lower the MTU",
    "class": "let both ends of the link serve the same class: compare the two plans, run plan.yml, then apply.yml",
    "counters deaf sender": "turn ECN on at the senders (host_roce_cc, ecn_rp), and give CNPs one class",
    "counters global pause": "run apply.yml and look at the switch's port: global pause must be off at both ends",
    "counters loss": "look at headroom and PFC at both ends of this link, then at its cable",
    "counters lossy pause": "turn PFC off for that priority on the switch's port; only lossless ones may pause",
    "counters no pfc": "run apply.yml; if PFC reads as on, the driver has not taken it: look at dmesg",
    "counters pause before mark": "lower the switch's ECN thresholds below its pause threshold, and turn marking on",
    "counters silent receiver": "turn ECN on for this priority at the receiver (host_roce_cc, ecn_np)",
    "counters slow receiver": "look at the host: PCIe width, relaxed ordering, memory; the fabric is not the cause",
    "counters storm": "look at the host that pauses without end; its NIC cut the pause and may drop",
    "counters wrong class": "let jobs send with the planned traffic class (NCCL_IB_TC) and the switch trust DSCP",
    "cxl_health": "plan its replacement: drain the host, take the device out, give its share from another one",
    "cxl_health endpoint": "look at its slot, link and power, and at dmesg for cxl; the kernel could not bring it up",
    "cxl_health link": "reseat the device or its cable; a slot narrower than the device shows so too",
    "cxl_health media": "drain the host and replace the device; 'cxl list -L' tells the ranges",
    "cxl_memory": "run apply.yml; where it is refused, something uses the memory block that it names",
    "cxl_memory zone": "run apply.yml, which moves it; what put it there is a udev rule or auto_online_blocks",
    "cxl_region lost": "look at cxl_health of its devices; then run apply.yml, which makes it again",
    "cxl_region refused": "mend what is told here, or wish for what the host has; then run plan.yml and apply.yml",
    "dcbx": "set LLDP_NB_DCBX_P1 and its like to 0 with host_mlxconfig and reboot; the firmware may undo every class",
    "fec": "set one FEC at both ends ('ethtool --set-fec', 'config interface fec'), then look at cable and transceiver",
    "mlxconfig boot": "reboot the host, or reset the NIC's firmware, when its jobs are done",
    "gid": "look at the port's address and at 'rdma link' on the host; the HCA must show its own address as RoCE v2",
    "gid numbering": "give the HCAs lasting names (rdma_rename), or correct profiles.NAME.hcas; then plan.yml",
    "headroom": "look at 'show pfcwd stats' for a storm and at buffermgrd in the switch's syslog: the configuration"
    " asks for it, and a 'config reload' computes it anew; traffic stops",
    "look": "run host_state on the host by hand; what it answered is no look",
    "memory_node refused": "declare the bandwidth in cluster.yml, or leave weights out; then run plan.yml",
    "metadata": "write it into DEVICE_METADATA in /etc/sonic/config_db.json and run 'config reload'; traffic stops",
    "mtu": "give both ends of the link one MTU: run plan.yml, then apply.yml",
    "nccl": "run apply.yml: it writes /etc/nccl.conf; look for NCCL_ variables in job scripts, they win over the file",
    "node": "start the node, or mend its power or management network; then run provision.yml and apply.yml",
    "one tier": "nothing sets a node's tier: mend HMAT in the firmware, or take tiering out; it does nothing now",
    "no node": "run apply.yml, which puts its memory online; without a node no program can be bound to it",
    "reach": "follow the ports named here with 'ping -M do -s BYTES', hop by hop; no setting checked is the cause",
    "reach remembered": "run 'ip route flush cache' there: it remembers a smaller MTU of the way, for ten minutes",
    "saved": "run apply.yml: it saves a switch once the hosts behind it answer",
    "speed": "look at cable and transceiver at both ends; both ports must negotiate the planned speed",
    "speed forced": "run apply.yml: it turns autonegotiation on again, so that the link takes its full speed",
    "switch_port": "look at the port and its cable: 'show interfaces status' or 'nv show interface' on the switch",
}
UNREADABLE = "mend what is told here and run verify.yml again; a thing that cannot be read is not proven"


def remedy(check: str, status: str) -> str:
    """What to do about a finding of ``check``; empty where nothing is to be done."""
    if status == "unreadable":
        return UNREADABLE
    return REMEDIES.get(check, APPLY) if status == "failed" else ""
