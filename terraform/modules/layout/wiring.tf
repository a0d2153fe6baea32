locals {
  # Leaf ports 0..downlinks-1 go to hosts, the others to the spines, `cables` of them to each spine.
  uplinks   = floor(local.leaf.ports / (1 + local.fabric.oversubscription))
  downlinks = local.leaf.ports - local.uplinks
  cables    = floor(local.uplinks / local.spine.count)

  # A leaf group serves all rails of its hosts: one leaf with plain assignment, else up to one leaf for each rail.
  leaves_per_group = local.fabric.assignment == "plain" ? 1 : min(local.leaf.count, local.fabric.rails)
  leaf_groups      = floor(local.leaf.count / local.leaves_per_group)

  host_ports = flatten([
    for host in local.hosts : [
      for port in local.profile_ports[host.profile] : {
        leaf = host.leaf_group * local.leaves_per_group + port.leaf_offset
        node = host.name
        port = port.port
        rail = port.rail
        hca  = port.hca
      }
    ]
  ])
  host_ports_by_leaf = { for port in local.host_ports : port.leaf => port... }

  overfull_leaves = [
    for leaf, ports in local.host_ports_by_leaf : "leaf-${leaf + 1} (${length(ports)})" if length(ports) > local.downlinks
  ]

  # The lower end of a link is the one farther from the spines.
  host_links = flatten([
    for leaf in range(local.leaf.count) : [
      for index, port in try(local.host_ports_by_leaf[leaf], []) : {
        rail       = port.rail
        hca        = port.hca
        lower      = port.node
        lower_port = port.port
        lower_address = join("/", [
          cidrhost(local.rail_subnets[port.rail], local.leaf_numbers[leaf] + local.addresses_per_port * index + 1),
          local.rail_prefix
        ])
        upper         = "leaf-${leaf + 1}"
        upper_port    = local.switch_ports.leaf[index]
        upper_address = local.roce ? "${cidrhost(local.fabric.subnet, local.leaf_numbers[leaf] + 2 * index)}/31" : null
      } if index < local.downlinks
    ]
  ])

  uplink_numbers = [for number in local.leaf_numbers : number + 2 * local.downlinks]
  spine_links = flatten([
    for leaf in range(local.leaf.count) : [
      for uplink in range(local.cables * local.spine.count) : {
        rail          = null
        hca           = null
        lower         = "leaf-${leaf + 1}"
        lower_port    = local.switch_ports.leaf[local.downlinks + uplink]
        lower_address = local.roce ? "${cidrhost(local.fabric.subnet, local.uplink_numbers[leaf] + 2 * uplink)}/31" : null
        upper         = "spine-${floor(uplink / local.cables) + 1}"
        upper_port    = local.switch_ports.spine[leaf * local.cables + uplink % local.cables]
        upper_address = local.roce ? "${cidrhost(local.fabric.subnet, local.uplink_numbers[leaf] + 2 * uplink + 1)}/31" : null
      }
    ]
  ])
}
