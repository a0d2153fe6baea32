locals {
  # Management: a group without a first address continues after the group before it; the first starts at host 10.
  address_groups = concat(
    [for group in var.cluster.nodes : { count = group.count, first_address = group.first_address }],
    [for group in local.switch_groups : { count = group.count, first_address = group.first_address }],
  )
  anchors = [
    for position, group in local.address_groups :
    max(-1, [for other, anchor in local.address_groups : other if other <= position && anchor.first_address != null]...)
  ]
  first_addresses = [
    for position, anchor in local.anchors :
    (anchor < 0 ? 10 : local.address_groups[anchor].first_address) +
    sum(concat([0], [for other in slice(local.address_groups, max(anchor, 0), position) : other.count]))
  ]

  # RoCE: a leaf's block holds one /31 for each of its ports.
  leaf_block = pow(2, ceil(log(2 * var.cluster.fabric.leaf.ports, 2)))

  # InfiniBand: one flat IPoIB subnet for each rail.
  rail_newbits = ceil(log(var.cluster.fabric.rails, 2))
  rail_prefix  = tonumber(split("/", var.cluster.fabric.subnet)[1]) + local.rail_newbits
  rail_subnets = var.cluster.fabric.type != "infiniband" ? [] : [
    for rail in range(var.cluster.fabric.rails) : cidrsubnet(var.cluster.fabric.subnet, local.rail_newbits, rail)
  ]
}
