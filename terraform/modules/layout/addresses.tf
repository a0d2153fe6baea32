locals {
  roce = var.cluster.fabric.type == "roce"

  # RoCE: a leaf's block holds a routed /31 for each of its ports, even number at the leaf, odd at the other end.
  # InfiniBand: each rail is one flat IPoIB subnet that holds one number for each leaf port; switches have none.
  addresses_per_port = local.roce ? 2 : 1
  leaf_block         = local.roce ? pow(2, ceil(log(2 * local.leaf.ports, 2))) : local.leaf.ports
  leaf_numbers = [
    for leaf in range(local.leaf.count) :
    local.leaf_block * (local.roce ? leaf : floor(leaf / local.leaves_per_group))
  ]

  rail_bits   = local.roce ? 0 : ceil(log(local.fabric.rails, 2))
  rail_prefix = local.roce ? 31 : tonumber(split("/", local.fabric.subnet)[1]) + local.rail_bits
  rail_subnets = [
    for rail in range(local.fabric.rails) :
    local.roce ? local.fabric.subnet : cidrsubnet(local.fabric.subnet, local.rail_bits, rail)
  ]
}
