locals {
  # In the order of the spec, which hands out leaf ports: what is added at its end moves nobody else's.
  hosts = flatten([
    for position, group in var.cluster.nodes : [
      for index in range(group.count) : {
        name       = "${group.name}-${index + 1}"
        group      = group.name
        role       = group.role
        os         = tostring(null)
        profile    = group.profile
        rack       = group.racks[floor(index * length(group.racks) / group.count)]
        address    = try(cidrhost(var.cluster.management.subnet, local.first_addresses[position] + index), null)
        leaf_group = floor(index * local.leaf_groups / group.count)
      }
    ]
  ])

  switches = flatten([
    for position, group in local.switch_groups : [
      for index in range(group.count) : {
        name    = "${group.role}-${index + 1}"
        group   = group.role
        role    = group.role
        os      = group.os
        profile = tostring(null)
        rack    = tostring(null)
        address = try(cidrhost(
          var.cluster.management.subnet,
          local.first_addresses[length(var.cluster.nodes) + position] + index
        ), null)
      }
    ]
  ])
  switch_groups = [
    merge({ role = "leaf" }, var.cluster.fabric.leaf),
    merge({ role = "spine" }, var.cluster.fabric.spine),
  ]

  nodes = {
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
      # Only a leaf has both: its host ports come before its uplinks.
      nics = concat(try(local.upper_nics[node.name], []), try(local.lower_nics[node.name], []))
    }
  }
}
