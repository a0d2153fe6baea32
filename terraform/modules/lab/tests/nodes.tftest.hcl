mock_provider "lab" {
  mock_resource "lab_node" {
    defaults = { running = true, host_keys = ["ssh-ed25519 AAAAC3Nz"] }
  }
}

variables {
  cluster        = yamldecode(file("../layout/tests/cluster.yml"))
  ssh_public_key = "ssh-ed25519 AAAAC3Nz lab"
  settings       = { image = "localhost/disagg-lab:1" }
}

run "the_lab_is_built" {
  # Guards against a container for some nodes only, and against containers that another lab could have too.
  assert {
    condition = (
      jsonencode(keys(lab_node.node)) == jsonencode(keys(module.layout.nodes)) &&
      alltrue([for name, node in lab_node.node : node.name == "small-${name}" && node.hostname == name])
    )
    error_message = "got ${jsonencode({ for name, node in lab_node.node : name => node.name })}"
  }
  # Guards against a switch that runs a host's environment.
  assert {
    condition     = lab_node.node["leaf-1"].kind == "switch" && lab_node.node["management-1"].kind == "host"
    error_message = "got ${jsonencode({ for name, node in lab_node.node : name => node.kind })}"
  }
  # Guards against two cables in one bridge: 9 host links, 8 uplinks, each with exactly two ports.
  assert {
    condition = jsonencode(distinct([
      for network in lab_network.link : length([
        for port in flatten(values(lab_node.node)[*].networks) : port if port.network == network.id
      ])
    ])) == "[2]" && length(lab_network.link) == 17
    error_message = "got ${jsonencode({ for name, node in lab_node.node : name => node.networks })}"
  }
  # Guards against a link that joins other ports than the contract says.
  assert {
    condition = alltrue(flatten([
      for name, node in output.nodes.nodes : [
        for nic in node.nics : jsonencode(distinct([
          for port in concat(
            [for port in lab_node.node[name].networks : port if port.port == nic.port],
            [for port in lab_node.node[nic.peer.node].networks : port if port.port == nic.peer.port],
          ) : port.network
        ])) == jsonencode([lab_network.link[local.ports[name][index(node.nics[*].port, nic.port)].link].id])
      ]
    ]))
    error_message = "got ${jsonencode({ for name, node in lab_node.node : name => node.networks })}"
  }
  # Guards against a node that cannot be reached: its first port is on the management network, with its address.
  assert {
    condition = alltrue([
      for name, node in lab_node.node :
      node.networks[0].network == lab_network.management.id && node.networks[0].port == "eth0" &&
      node.networks[0].address == output.nodes.nodes[name].address &&
      alltrue([for port in slice(node.networks, 1, length(node.networks)) : port.address == null])
    ])
    error_message = "got ${jsonencode({ for name, node in lab_node.node : name => node.networks })}"
  }
  # Guards against two ports with one hardware address, and against one that belongs to a vendor.
  assert {
    condition = alltrue([
      for port in flatten(values(lab_node.node)[*].networks) : can(regex("^02(:[0-9a-f]{2}){5}$", port.mac))
    ]) && length(distinct(flatten(values(lab_node.node)[*].networks)[*].mac)) == 12 + 2 * 17
    error_message = "got ${jsonencode(flatten(values(lab_node.node)[*].networks)[*].mac)}"
  }
  # Guards against host keys that never reach known_hosts, and against other differences from the layout.
  assert {
    condition = jsonencode(output.nodes.nodes) == jsonencode({
      for name, node in module.layout.nodes : name => merge(node, { host_keys = ["ssh-ed25519 AAAAC3Nz"] })
    })
    error_message = "got ${jsonencode(output.nodes)}"
  }
}

run "another_lab_beside_it" {
  command = plan

  variables {
    cluster = merge(var.cluster, { name = "other" })
  }
  # Guards against two labs that take each other's networks.
  assert {
    condition     = lab_network.management.name == "other-management" && lab_network.link["compute-1-rail0"].name == "other-compute-1-rail0"
    error_message = "got ${jsonencode(values(lab_network.link)[*].name)}"
  }
}
