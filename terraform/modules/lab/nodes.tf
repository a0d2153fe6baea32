module "layout" {
  source  = "../layout"
  cluster = var.cluster
}

locals {
  # Locally administered (02), the rest from a hash: the same after every rebuild, and another in every lab.
  macs = {
    for name, node in module.layout.nodes : name => {
      for port in concat([node.management_port], node.nics[*].port) :
      port => join(":", concat(["02"], [
        for byte in range(5) : substr(sha256("${var.cluster.name}/${name}/${port}"), 2 * byte, 2)
      ]))
    }
  }

  # Host keys come into being when a node boots.
  nodes = {
    for name, made in lab_node.node : name => merge(module.layout.nodes[name], { host_keys = made.host_keys })
  }
}

resource "lab_node" "node" {
  # A problem is told once, by the output's check, and not by each node.
  for_each = { for name, node in module.layout.nodes : name => node if length(local.problems) == 0 }

  name           = "${var.cluster.name}-${each.key}"
  hostname       = each.key
  image          = local.image
  kind           = each.value.os == null ? "host" : "switch"
  ssh_public_key = var.ssh_public_key

  # By id, so that a network that must be replaced replaces the nodes on it first.
  networks = concat(
    [{
      network = lab_network.management.id
      port    = each.value.management_port
      address = each.value.address
      mac     = local.macs[each.key][each.value.management_port]
    }],
    [for port in local.ports[each.key] : {
      network = lab_network.link[port.link].id
      port    = port.port
      address = null
      mac     = local.macs[each.key][port.port]
    }],
  )
}
