locals {
  address_groups = [
    for group in concat(var.cluster.nodes, local.switch_groups) :
    { name = try(group.name, group.role), count = group.count, first = group.first_address }
  ]

  # For each group, the last one up to it that says where its addresses begin; -1 where none does.
  anchors = [
    for position, group in local.address_groups :
    max(-1, [for other, anchor in local.address_groups : other if other <= position && anchor.first != null]...)
  ]

  # Host number of a group's first node: as given, else right after the group before; the first group starts at 10.
  # Switches come last, so a cluster that will grow gives them a first_address of their own.
  first_addresses = [
    for position, anchor in local.anchors :
    (anchor < 0 ? 10 : local.address_groups[anchor].first) +
    sum(concat([0], slice(local.address_groups, max(anchor, 0), position)[*].count))
  ]

  highest_number = pow(2, 32 - split("/", var.cluster.management.subnet)[1]) - 2
  outside = [
    for position, group in local.address_groups :
    "${group.name} ${local.first_addresses[position]} to ${local.first_addresses[position] + group.count - 1}"
    if local.first_addresses[position] < 1 || local.first_addresses[position] + group.count - 1 > local.highest_number
  ]

  nodes_by_address = { for node in concat(local.hosts, local.switches) : coalesce(node.address, "none") => node.name... }
  shared_addresses = [
    for address, names in local.nodes_by_address : "${address} of ${join(" and ", names)}" if address != "none" && length(names) > 1
  ]
}
