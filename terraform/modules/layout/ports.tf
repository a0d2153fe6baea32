locals {
  fabric = var.cluster.fabric
  leaf   = local.fabric.leaf
  spine  = local.fabric.spine

  # SONiC counts lanes (Ethernet0, Ethernet4, ...); MLNX-OS counts ports within module 1.
  switch_ports = {
    for role, group in { leaf = local.leaf, spine = local.spine } : role => [
      for index in range(group.ports) : group.os == "sonic" ? "Ethernet${index * group.lanes}" : "1/${index + 1}"
    ]
  }

  profile_rails = {
    for name, profile in var.cluster.profiles : name =>
    profile.rails == null ? range(length(profile.ports)) : profile.rails
  }
  # By profile, the ports in the order of their rails.
  profile_ports = {
    for name, profile in var.cluster.profiles : name => [
      for rail in range(local.fabric.rails) : {
        rail        = rail
        port        = profile.ports[index(local.profile_rails[name], rail)]
        hca         = try(profile.hcas[index(local.profile_rails[name], rail)], null)
        leaf_offset = floor(rail * local.leaves_per_group / local.fabric.rails)
      } if contains(local.profile_rails[name], rail)
    ]
  }
}
