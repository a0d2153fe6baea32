# SPDX-License-Identifier: GPL-3.0-or-later
"""What the lab's provider decides without touching anything: what is planned, what is refused, what podman is told."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from terraform.providers.lab import container, install, network, node_schema
from terraform.providers.lab.protocol.plan import planned, replaced_by
from terraform.providers.lab.protocol.schema import Attribute, fitted, schema_message
from terraform.providers.lab.protocol.values import UNKNOWN, pack, unpack

PORT = {"network": "abc", "port": "rail0", "address": None, "mac": None}
CONFIG = {
    "id": None,
    "name": "leaf-1",
    "hostname": None,
    "image": "lab:1",
    "kind": None,
    "ssh_public_key": "ssh-ed25519 AAAA lab",
    "networks": [PORT],
    "running": None,
    "host_keys": None,
}


def made(**changes):
    """A node as the state holds it once it is made."""
    return {**CONFIG, "id": "1", "hostname": "leaf-1", "kind": "host", "running": True, "host_keys": ["k"], **changes}


def test_a_new_node_gets_defaults_and_what_is_only_known_later():
    assert planned(node_schema.SCHEMA, CONFIG, None) == made(id=UNKNOWN, host_keys=UNKNOWN)


def test_what_is_unknown_stays_unknown_where_another_value_follows_it():
    assert planned(node_schema.SCHEMA, {**CONFIG, "name": UNKNOWN}, None)["hostname"] == UNKNOWN


def test_a_node_that_is_as_wished_is_not_changed():
    assert planned(node_schema.SCHEMA, CONFIG, made()) == made()


def test_a_stopped_node_is_to_run_and_need_not_be_made_anew():
    stopped = made(running=False)
    after = planned(node_schema.SCHEMA, CONFIG, stopped)
    assert after == made()
    assert replaced_by(node_schema.SCHEMA, stopped, after) == []


def test_a_default_is_restored_after_drift():
    config = {"id": None, "name": "rail", "subnet": None, "mtu": None}
    assert planned(network.SCHEMA, config, {**config, "id": "1", "mtu": 1500})["mtu"] == network.MTU


@pytest.mark.parametrize(
    ("name", "value", "anew"),
    [
        ("image", "lab:2", True),
        ("kind", "switch", True),
        ("hostname", "other", True),
        ("networks", [{**PORT, "port": "rail1"}], True),
        ("networks", [{**PORT, "network": UNKNOWN}], True),
        ("ssh_public_key", "ssh-ed25519 BBBB", False),
    ],
)
def test_only_what_podman_cannot_change_makes_a_node_anew(name, value, anew):
    after = planned(node_schema.SCHEMA, {**CONFIG, name: value}, made())
    assert replaced_by(node_schema.SCHEMA, made(), after) == ([name] if anew else [])


@pytest.mark.parametrize(
    ("changes", "path", "told"),
    [
        ({"name": "_x"}, ("name",), "name: '_x' is not allowed"),
        ({"hostname": "Leaf"}, ("hostname",), "hostname: 'Leaf' is not allowed"),
        ({"kind": "router"}, ("kind",), "kind: 'router' is not allowed"),
        ({"ssh_public_key": "-----BEGIN"}, ("ssh_public_key",), "ssh_public_key: '-----BEGIN' is not allowed"),
        ({"networks": [{**PORT, "port": "a" * 16}]}, ("networks", 0, "port"), "networks[0].port: 'aaaaaaaaaaaaaaaa'"),
        ({"networks": [{**PORT, "mac": "03:00:00:00:00:01"}]}, ("networks", 0, "mac"), "networks[0].mac: '03:"),
        ({"networks": [{**PORT, "address": "10.0.0.1/31"}]}, ("networks", 0, "address"), "'10.0.0.1/31' is not an"),
        ({"networks": [PORT, PORT]}, ("networks", 1, "port"), "rail0 is also the port of networks[0]"),
    ],
)
def test_a_node_that_cannot_be_is_refused_at_its_attribute(changes, path, told):
    problems = node_schema.problems({**CONFIG, **changes})
    assert [problem.path for problem in problems] == [path]
    assert told in problems[0].summary
    assert problems[0].detail


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": "a b"}, "name: 'a b' cannot be the name of a network"),
        ({"subnet": "10.89.40.1/24"}, "subnet: 10.89.40.1/24 has host bits set"),
        ({"mtu": 67}, "mtu: 67 is not an MTU"),
    ],
)
def test_a_network_that_cannot_be_is_refused(changes, told):
    problems = network.problems({"name": "rail", "subnet": None, "mtu": None, **changes})
    assert [problem.summary for problem in problems] == [told]


def test_what_is_unknown_is_not_judged():
    unknown = dict.fromkeys(CONFIG, UNKNOWN)
    assert node_schema.problems(unknown) == []
    assert node_schema.problems({**unknown, "networks": [UNKNOWN, dict.fromkeys(PORT, UNKNOWN)]}) == []
    assert network.problems({"name": UNKNOWN, "subnet": UNKNOWN, "mtu": UNKNOWN}) == []


def test_a_bare_link_gets_no_addresses_from_podman():
    plan = {"name": "rail", "subnet": None, "mtu": 9216}
    told = "network create --disable-dns --internal --ipam-driver none --opt mtu=9216 --label disagg.lab=lab rail"
    assert " ".join(network.create_command(plan, "lab")) == told


def test_a_node_is_made_with_its_ports_and_no_more_rights_than_it_needs():
    port = {"network": "abc", "port": "rail0", "address": "10.0.0.1", "mac": "02:00:00:00:00:01"}
    command = container.create_command(made(networks=[port, PORT]), "blue")
    assert "abc:interface_name=rail0,ip=10.0.0.1,mac=02:00:00:00:00:01" in command
    assert "abc:interface_name=rail0" in command
    assert "--privileged" not in command
    assert command[-2:] == ["lab:1", "/sbin/init"]


def test_the_key_file_can_only_be_read_by_root():
    with tarfile.open(fileobj=io.BytesIO(container.files(made(kind="switch")))) as archive:
        modes = {entry.name: oct(entry.mode) for entry in archive}
        kind = archive.extractfile("etc/lab/kind")
        assert kind is not None
        assert kind.read() == b"switch\n"
    assert modes["root/.ssh"] == "0o700"
    assert modes["root/.ssh/authorized_keys"] == "0o600"


def test_a_schema_says_what_is_nested():
    attributes = {each.name: each for each in schema_message(node_schema.SCHEMA).block.attributes}
    assert {each.name for each in attributes["networks"].nested_type.attributes} == {*PORT}
    assert attributes["running"].type == b'"bool"'


def test_a_contradictory_attribute_is_refused():
    with pytest.raises(ValueError, match="must be either required, or optional or computed"):
        Attribute("string", "A name.", required=True, computed=True)
    with pytest.raises(ValueError, match="has a default, so Terraform must be told that it is computed"):
        Attribute("string", "A name.", optional=True, default="x")


def test_an_older_state_gets_todays_attributes():
    assert fitted(network.SCHEMA, {"id": "1", "name": "rail", "gone": 1}) == {
        "id": "1",
        "name": "rail",
        "subnet": None,
        "mtu": None,
    }


def test_unknown_values_survive_the_wire():
    assert unpack(pack({"id": UNKNOWN, "mtu": 9000})) == {"id": UNKNOWN, "mtu": 9000}


def test_a_launcher_with_spaces_in_its_path_still_starts():
    told = install.launcher(Path("/a b/python"), Path("/c d"))
    assert told == "#!/bin/sh\nPYTHONPATH='/c d' exec '/a b/python' -m terraform.providers.lab\n"
