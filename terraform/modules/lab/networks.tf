locals {
  # A link carries the name of its lower end, the one farther from the spines: both ends come to the same name.
  ports = {
    for name, node in module.layout.nodes : name => [
      for nic in node.nics : {
        port = nic.port
        link = (
          node.role == "spine" || node.role == "leaf" && nic.rail != null
          ? "${nic.peer.node}-${nic.peer.port}"
          : "${name}-${nic.port}"
        )
      }
    ]
  }
  links = toset(flatten(values(local.ports)[*][*].link))
}

resource "lab_network" "management" {
  name   = "${var.cluster.name}-management"
  subnet = var.cluster.management.subnet
  mtu    = 1500
}

resource "lab_network" "link" {
  for_each = local.links
  name     = "${var.cluster.name}-${each.key}"
}
