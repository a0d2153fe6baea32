# SPDX-License-Identifier: GPL-3.0-or-later
"""A container of the lab image is a machine that one can log in to."""

from __future__ import annotations

from pathlib import Path

from .conftest import NAME, Node, podman


def test_sshd_lets_root_in_with_a_key_only(node: Node) -> None:
    shown = node.sh("sshd -T").stdout
    for line in ("permitrootlogin without-password", "passwordauthentication no", "kbdinteractiveauthentication no"):
        assert f"{line}\n" in shown
    assert node.sh("systemctl is-active ssh").stdout == "active\n"


def test_root_comes_in_with_a_key_that_was_put_there(node: Node) -> None:
    node.sh("ssh-keygen -q -t ed25519 -N '' -f /root/k")
    node.sh("mkdir -m 700 /root/.ssh; cp /root/k.pub /root/.ssh/authorized_keys")
    ssh = "ssh -i /root/k -o BatchMode=yes -o StrictHostKeyChecking=accept-new root@127.0.0.1"
    assert node.sh(f"{ssh} id -un").stdout == "root\n"
    node.sh("rm /root/.ssh/authorized_keys")
    assert node.sh(f"{ssh} id -un").rc == 255


def test_the_host_key_is_the_nodes_own_and_stays(node: Node, image: str) -> None:
    key = "cat /etc/ssh/ssh_host_ed25519_key.pub"
    before = node.sh(key).stdout
    node.restart()
    assert before.startswith("ssh-ed25519 ") and node.sh(key).stdout == before
    assert node.sh("ls /etc/ssh/ssh_host_*").stdout.split() == [
        "/etc/ssh/ssh_host_ed25519_key",
        "/etc/ssh/ssh_host_ed25519_key.pub",
    ]


def test_sysctls_of_a_node_are_its_own(node: Node) -> None:
    node.sh("sysctl -q -w net.ipv4.conf.rail0.arp_ignore=1")
    assert node.sh("sysctl -n net.ipv4.conf.rail0.arp_ignore net.ipv4.conf.rail1.arp_ignore").stdout == "1\n0\n"
    assert node.sh("cat /etc/sysctl.d/50-pid-max.conf").stdout == ""


def test_a_node_takes_four_of_the_hosts_128_inotify_instances_at_most(node: Node) -> None:
    found = podman("inspect", "--format", "{{.State.Pid}}", NAME).stdout.strip()
    namespace = Path(f"/proc/{found}/ns/pid").readlink()
    processes = [path for path in Path("/proc").glob("[0-9]*") if same_namespace(path, namespace)]
    files = [file.readlink() for process in processes for file in (process / "fd").iterdir()]
    assert 1 <= sum("inotify" in str(file) for file in files) <= 4


def same_namespace(process: Path, namespace: Path) -> bool:
    """Whether a process, which may have ended or be hidden, is one of the namespace."""
    try:
        return (process / "ns/pid").readlink() == namespace
    except (FileNotFoundError, PermissionError):
        return False
