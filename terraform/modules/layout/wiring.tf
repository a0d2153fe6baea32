locals {
  leaf_count = var.cluster.fabric.leaf.count
  uplinks    = floor(var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription))
  downlinks  = var.cluster.fabric.leaf.ports - local.uplinks
  per_spine  = floor(local.uplinks / var.cluster.fabric.spine.count)

  # A leaf group serves all rails of its hosts: one leaf with plain assignment, else as many leaves as rails allow.
  leaves_per_group = var.cluster.fabric.assignment == "plain" ? 1 : min(local.leaf_count, var.cluster.fabric.rails)
  leaf_groups      = floor(local.leaf_count / local.leaves_per_group)

  profile_ports = {
    for name, profile in var.cluster.profiles : name => [
      for rail in range(var.cluster.fabric.rails) : {
        rail        = rail
        port        = profile.ports[index(local.profile_rails[name], rail)]
        hca         = length(profile.hcas) == 0 ? null : profile.hcas[index(local.profile_rails[name], rail)]
        leaf_offset = floor(rail * local.leaves_per_group / var.cluster.fabric.rails)
      } if contains(local.profile_rails[name], rail)
    ]
  }
  profile_rails = {
    for name, profile in var.cluster.profiles : name => coalescelist(coalesce(profile.rails, []), range(length(profile.ports)), [-1])
  }

  host_ports = flatten([
    for host in local.hosts : [
      for end in local.profile_ports[host.profile] : {
        node       = host.name
        port       = end.port
        rail       = end.rail
        hca        = end.hca
        leaf_group = host.leaf_group
        leaf       = host.leaf_group * local.leaves_per_group + end.leaf_offset
      }
    ]
  ])
  host_ports_by_leaf = { for end in local.host_ports : end.leaf => end... }

  # One entry for each cable; the lower end is the one farther from the spines.
  host_links = flatten([
    for leaf in range(local.leaf_count) : [
      for port, end in try(local.host_ports_by_leaf[leaf], []) : {
        rail  = end.rail
        lower = { node = end.node, port = end.port, hca = end.hca, address = local.roce ? "${cidrhost(var.cluster.fabric.subnet, leaf * local.leaf_block + 2 * port + 1)}/31" : "${cidrhost(local.rail_subnets[end.rail], 1 + end.leaf_group * var.cluster.fabric.leaf.ports + port)}/${local.rail_prefix}" }
        upper = { node = "leaf-${leaf + 1}", port = local.leaf_ports[port], hca = tostring(null), address = local.roce ? "${cidrhost(var.cluster.fabric.subnet, leaf * local.leaf_block + 2 * port)}/31" : null }
      } if port < local.downlinks
    ]
  ])
  spine_links = flatten([
    for leaf in range(local.leaf_count) : [
      for spine in range(var.cluster.fabric.spine.count) : [
        for cable in range(local.per_spine) : {
          rail  = tonumber(null)
          lower = { node = "leaf-${leaf + 1}", port = local.leaf_ports[local.downlinks + spine * local.per_spine + cable], hca = tostring(null), address = local.roce ? "${cidrhost(var.cluster.fabric.subnet, leaf * local.leaf_block + 2 * (local.downlinks + spine * local.per_spine + cable))}/31" : null }
          upper = { node = "spine-${spine + 1}", port = local.spine_ports[leaf * local.per_spine + cable], hca = tostring(null), address = local.roce ? "${cidrhost(var.cluster.fabric.subnet, leaf * local.leaf_block + 2 * (local.downlinks + spine * local.per_spine + cable) + 1)}/31" : null }
        }
      ]
    ]
  ])
  links = concat(local.host_links, local.spine_links)
  roce  = var.cluster.fabric.type == "roce"
  speed = tonumber(trimsuffix(var.cluster.fabric.speed, "G")) * 1000

  leaf_ports  = [for index in range(var.cluster.fabric.leaf.ports) : var.cluster.fabric.leaf.os == "sonic" ? "Ethernet${index * var.cluster.fabric.leaf.lanes}" : "1/${index + 1}"]
  spine_ports = [for index in range(var.cluster.fabric.spine.ports) : var.cluster.fabric.spine.os == "sonic" ? "Ethernet${index * var.cluster.fabric.spine.lanes}" : "1/${index + 1}"]

  # Upper ends first, so that a leaf lists its host ports before its uplinks.
  nics = { for end in concat(
    [for link in local.links : { node = link.upper.node, nic = { port = link.upper.port, rail = link.rail, hca = link.upper.hca, address = link.upper.address, speed = local.speed, peer = { node = link.lower.node, port = link.lower.port, address = link.lower.address } } }],
    [for link in local.links : { node = link.lower.node, nic = { port = link.lower.port, rail = link.rail, hca = link.lower.hca, address = link.lower.address, speed = local.speed, peer = { node = link.upper.node, port = link.upper.port, address = link.upper.address } } }],
  ) : end.node => end.nic... }
}
