locals {
  # Spec order: it decides which leaf port a host gets.
  hosts = flatten([
    for position, group in var.cluster.nodes : [
      for index in range(group.count) : {
        name       = "${group.name}-${index + 1}"
        group      = group.name
        role       = group.role
        os         = tostring(null)
        profile    = group.profile
        rack       = group.racks[floor(index * length(group.racks) / group.count)]
        address    = cidrhost(var.cluster.management.subnet, local.first_addresses[position] + index)
        leaf_group = floor(index * local.leaf_groups / group.count)
      }
    ]
  ])

  switches = flatten([
    for position, group in local.switch_groups : [
      for index in range(group.count) : {
        name    = "${group.name}-${index + 1}"
        group   = group.name
        role    = group.name
        os      = group.os
        profile = tostring(null)
        rack    = tostring(null)
        address = cidrhost(var.cluster.management.subnet, local.first_addresses[length(var.cluster.nodes) + position] + index)
      }
    ]
  ])

  switch_groups = [
    merge(var.cluster.fabric.leaf, { name = "leaf" }),
    merge(var.cluster.fabric.spine, { name = "spine" }),
  ]
}
