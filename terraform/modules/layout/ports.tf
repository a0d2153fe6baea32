locals {
  fabric = var.cluster.fabric
  leaf   = local.fabric.leaf
  spine  = local.fabric.spine

  # SONiC counts lanes (Ethernet0, Ethernet4, ...), the others count whole ports from 1; none is broken out.
  switch_ports = {
    for role, group in { leaf = local.leaf, spine = local.spine } : role => [
      for index in range(group.ports) : {
        sonic   = "Ethernet${index * group.lanes}"
        cumulus = "swp${index + 1}"
        eos     = "Ethernet${index + 1}/1"
        nxos    = "Ethernet1/${index + 1}"
        mlnx_os = "1/${index + 1}"
      }[group.os]
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
