output "nodes" {
  description = "Every host and switch by name, as the nodes contract (docs/nodes.schema.json) describes them."
  value = {
    for node in concat(local.hosts, local.switches) : node.name => {
      role            = node.role
      os              = node.os
      address         = node.address
      user            = "root"
      rack            = node.rack
      profile         = node.profile
      group           = node.group
      management_port = var.cluster.management.port
      host_keys       = []
      bmc             = null
      tags            = {}
      nics            = try(local.nics[node.name], [])
    }
  }
}
