locals {
  links = concat(local.host_links, local.spine_links)
  speed = 1000 * tonumber(trimsuffix(local.fabric.speed, "G"))

  # Each link is told at both of its ends, once from each side. An HCA belongs to a host, so to a lower end.
  lower_nics = {
    for link in local.links : link.lower => {
      port    = link.lower_port
      rail    = link.rail
      hca     = link.hca
      address = link.lower_address
      speed   = local.speed
      peer    = { node = link.upper, port = link.upper_port, address = link.upper_address }
    }...
  }
  upper_nics = {
    for link in local.links : link.upper => {
      port    = link.upper_port
      rail    = link.rail
      hca     = null
      address = link.upper_address
      speed   = local.speed
      peer    = { node = link.lower, port = link.lower_port, address = link.lower_address }
    }...
  }
}
