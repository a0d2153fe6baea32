# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the linter: what each finds and why that is wrong. docs/nccl.md has this table."""

from __future__ import annotations

from dataclasses import dataclass

PARSER = "NCCL src/misc/param.cc, setEnvFile"
NUMBERS = "NCCL src/misc/param.cc, ncclLoadParam"
NET_IB = "NCCL src/transport/net_ib"
GUIDE = "NCCL user guide, env.rst"
LISTS = "NCCL src/misc/utils.cc, parseStringList and matchIfList"
SLURM = "sbatch(1), srun(1)"
BASH = "bash(1)"


@dataclass(frozen=True)
class Rule:
    level: str
    finds: str
    why: str
    source: str


RULES = {
    # how a line of nccl.conf is read
    "blanks-at-equals": Rule(
        "error", "a blank before or after =", "NCCL trims nothing, so the blank belongs to the name or value", PARSER
    ),
    "blanks-at-end": Rule("error", "a blank at the end of a value", "NCCL trims nothing: it belongs to it", PARSER),
    "comment-in-value": Rule(
        "error",
        "a # behind a value",
        "only a # in the first column begins a comment: this one belongs to the value",
        PARSER,
    ),
    "indented": Rule("error", "a line that begins with a blank", "the blank belongs to the name", PARSER),
    "no-equals": Rule("error", "a line without =", "NCCL passes over it", PARSER),
    "shell-words": Rule(
        "error", "export or set in nccl.conf", "NCCL is no shell: the word belongs to the name", PARSER
    ),
    "quotes": Rule("error", "quotes around a value in nccl.conf", "NCCL is no shell: they belong to the value", PARSER),
    "set-twice": Rule("error", "a variable set twice in one file", "the first one counts", PARSER),
    "too-long": Rule("error", "a name or value of more than 1023 bytes", "NCCL cuts it there", PARSER),
    "carriage-return": Rule(
        "error", "a line that ends in a carriage return", "before 2.30.3 NCCL keeps it as part of the value", PARSER
    ),
    "not-nccls": Rule(
        "warning",
        "a variable of another program in nccl.conf",
        "it reaches the environment only when NCCL starts, and then other programs have read theirs",
        PARSER,
    ),
    # the variable and its value
    "unknown": Rule("error", "a name no release knows", "NCCL does not tell of names it does not know", "libnccl.so"),
    "too-new": Rule("error", "a variable newer than the release", "that release passes over it", GUIDE),
    "gone": Rule("error", "a variable the release no longer has", "that release passes over it", GUIDE),
    "value": Rule("error", "a value that is not allowed", "NCCL reads what it can of it and does not fail", NUMBERS),
    "empty": Rule(
        "error", "an empty value", "it means as much as none, and still hides the value of nccl.conf", NUMBERS
    ),
    "debug": Rule(
        "warning",
        "a variable for debugging",
        "it keeps later releases from choosing better; for experiments only",
        GUIDE,
    ),
    # lists of devices
    "prefix": Rule(
        "error", "a list without =, which also means longer names", "mlx5_1 means mlx5_10 to mlx5_19 as well", LISTS
    ),
    "marks": Rule("error", "^ behind =", "^ is looked for first: here it belongs to the first name", LISTS),
    "blank-in-list": Rule(
        "error", "a blank in a list of devices", "it belongs to the name, which then fits none", LISTS
    ),
    "device-twice": Rule("error", "a device listed twice", "one of the two was meant to be another", LISTS),
    "too-many": Rule("error", "more than 32 HCAs", "NCCL keeps the first 32", GUIDE),
    "rails-too-new": Rule(
        "error", "rails in the HCA list before 2.30.7", "older releases read the port and pass over the rest", LISTS
    ),
    "selects-nothing": Rule(
        "error", "a list that fits no device of the host", "NCCL then fails or falls back to sockets", NET_IB
    ),
    "other-hcas": Rule(
        "error",
        "HCAs other than the plan's",
        "an HCA too few loses its rail's bandwidth, one too many leaves the fabric",
        NET_IB,
    ),
    "other-rail": Rule("error", "an HCA on another rail than in the plan", "NCCL keeps rings on rails by it", NET_IB),
    "on-the-fabric": Rule(
        "warning", "the first contact over a fabric port", "it is meant for the management network", GUIDE
    ),
    # the fabric
    "ethernet-only": Rule("warning", "a variable of RoCE on InfiniBand", "NCCL does not use it there", NET_IB),
    "gid-index": Rule(
        "warning",
        "a fixed GID index where the plan has none",
        "one number for all HCAs: a VLAN or a container moves one, and its traffic leaves as RoCE v1 or not at all",
        f"{NET_IB}/connect.cc; nccl issues 426, 769",
    ),
    "gid-differs": Rule(
        "error",
        "a GID index that is not every HCA's",
        "one number holds for all HCAs; NCCL_IB_ADDR_RANGE finds each its own",
        f"{NET_IB}/connect.cc; nccl issues 426, 769",
    ),
    "class-differs": Rule(
        "error",
        "a traffic class whose DSCP is not the fabric's",
        "the byte is DSCP x 4 + ECN; any other DSCP travels in a class that may drop",
        "RFC 2474; nccl issue 378",
    ),
    "no-ecn": Rule(
        "error", "a traffic class without ECT", "a switch drops such packets where it would mark them", "RFC 3168"
    ),
    "control-class": Rule(
        "warning",
        "control messages in another class",
        "that class needs a strict queue on every switch, or they wait behind the data",
        "nccl pull request 1194",
    ),
    "service-level": Rule(
        "warning",
        "a service level on RoCE that is not the class's priority",
        "a NIC that trusts PCP sorts by it, one that trusts DSCP by NCCL_IB_TC: the two must agree",
        f"{NET_IB}/connect.cc",
    ),
    "rdma-off": Rule("error", "RDMA turned off", "all traffic then goes over TCP sockets", GUIDE),
    "plugin-mix": Rule(
        "warning",
        "a network plugin beside variables of NCCL's own",
        "NCCL_IB variables hold for NCCL's own network only; a plugin may read them or not",
        GUIDE,
    ),
    "pxn-off": Rule(
        "warning",
        "PXN off where rings stay on their rail",
        "without it, what goes to another rail's GPU crosses the spines",
        GUIDE,
    ),
    # against the plan
    "not-as-planned": Rule("error", "a value other than the plan's", "apply would write the plan's", "plan"),
    "missing": Rule("error", "a variable of the plan that the file lacks", "NCCL takes its default", "plan"),
    "overrides": Rule(
        "error", "a job that sets what the plan's file sets", "the environment wins over every file", PARSER
    ),
    "other-file": Rule(
        "warning", "NCCL_CONF_FILE", "that file is read before /etc/nccl.conf, and the first setting counts", PARSER
    ),
    # job scripts
    "not-exported": Rule("error", "a variable set in a script and not exported", "programs do not see it", BASH),
    "computed": Rule(
        "unjudged",
        "a value that only a shell can tell",
        "this linter runs no shell; print it in the job and lint that",
        BASH,
    ),
    "elsewhere": Rule(
        "unjudged",
        "settings that may come from elsewhere",
        "what is read there is not seen here; lint its output",
        BASH,
    ),
    "exports-dropped": Rule(
        "error", "--export without ALL", "tasks then see only what it lists, not what was exported before", SLURM
    ),
    "comma-in-export": Rule(
        "error",
        "a comma in a value of --export",
        "Slurm splits its list at commas outside of quotes",
        "Slurm, find_quote_token",
    ),
    "quotes-in-export": Rule(
        "error",
        "quotes around a value of --export, and not around the name too",
        "Slurm takes quotes off around a whole entry only: these belong to the value",
        "Slurm, find_quote_token",
    ),
    "too-late": Rule("error", "an #SBATCH line behind the first command", "Slurm stops reading them there", SLURM),
}
