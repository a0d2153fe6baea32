# One run for each rule of cluster.tf and outputs.tf; tests/terraform/test_modules.py takes each rule away in turn and
# wants a run here to notice.
variables {
  cluster = yamldecode(file("tests/cluster.yml"))
}

# A newer spec would be read by the rules of this one.
run "another_version" {
  command = plan

  variables {
    cluster = merge(var.cluster, { version = 2 })
  }
  expect_failures = [var.cluster]
}

# A container or host of that name cannot be made.
run "a_name_with_capitals" {
  command = plan

  variables {
    cluster = merge(var.cluster, { name = "Small" })
  }
  expect_failures = [var.cluster]
}

# All addresses would silently count from elsewhere.
run "a_management_subnet_with_host_bits" {
  command = plan

  variables {
    cluster = merge(var.cluster, { management = { subnet = "10.0.0.7/24", port = "eth0" } })
  }
  expect_failures = [var.cluster]
}

# It would be laid out as InfiniBand.
run "an_unknown_fabric_type" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { type = "ethernet" }) })
  }
  expect_failures = [var.cluster]
}

# 400 would be 0.4 Gb/s.
run "a_speed_without_unit" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { speed = "400" }) })
  }
  expect_failures = [var.cluster]
}

# A host would have a port on no rail.
run "half_a_rail" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { rails = 2.5, assignment = "plain" }) })
  }
  expect_failures = [var.cluster]
}

# It would be laid out as rail-optimised.
run "an_unknown_assignment" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { assignment = "optimised" }) })
  }
  expect_failures = [var.cluster]
}

# More uplinks than host ports: up and down mixed up.
run "less_than_no_oversubscription" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { oversubscription = 0.5 }) })
  }
  expect_failures = [var.cluster]
}

# Divides by zero.
run "a_tier_of_no_switches" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { leaf = merge(var.cluster.fabric.leaf, { count = 0 }) }) })
  }
  expect_failures = [var.cluster]
}

# No name of its ports is known.
run "an_unknown_switch_os" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { spine = merge(var.cluster.fabric.spine, { os = "junos" }) }) })
  }
  expect_failures = [var.cluster]
}

# The fabric would come up lossy.
run "roce_without_its_classes" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { roce = null }) })
  }
  expect_failures = [var.cluster]
}

# A rail would end on no leaf, or on two.
run "leaves_that_fit_no_rails" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { leaf = merge(var.cluster.fabric.leaf, { count = 3 }) }) })
  }
  expect_failures = [var.cluster]
}

# Half a port would be cut off.
run "ports_that_do_not_split" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { leaf = merge(var.cluster.fabric.leaf, { ports = 8 }) }) })
  }
  expect_failures = [var.cluster]
}

# A spine would get fewer links than the others.
run "uplinks_that_do_not_share_out" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { leaf = merge(var.cluster.fabric.leaf, { ports = 9 }) }) })
  }
  expect_failures = [var.cluster]
}

# Cables would end on no port.
run "spines_with_too_few_ports" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { spine = merge(var.cluster.fabric.spine, { ports = 3 }) }) })
  }
  expect_failures = [var.cluster]
}

# Leaf blocks would silently count from elsewhere.
run "a_fabric_subnet_with_host_bits" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { subnet = "10.64.0.9/24" }) })
  }
  expect_failures = [var.cluster]
}

# Addresses would run out of the subnet.
run "a_roce_subnet_too_small" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { subnet = "10.64.0.0/27" }) })
  }
  expect_failures = [var.cluster]
}

# Addresses of one rail would run into the next.
run "an_infiniband_subnet_too_small" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { type = "infiniband", subnet = "10.64.0.0/28" }) })
  }
  expect_failures = [var.cluster]
}

# Ports after it would get the HCA of their neighbour.
run "a_profile_with_an_hca_too_few" {
  command = plan

  variables {
    cluster = merge(var.cluster, { profiles = merge(var.cluster.profiles, { second = { ports = ["rail0", "rail1"], hcas = ["mlx5_7"] } }) })
  }
  expect_failures = [var.cluster]
}

# The port would be dropped from the layout.
run "a_profile_on_a_rail_that_is_not_there" {
  command = plan

  variables {
    cluster = merge(var.cluster, { profiles = merge(var.cluster.profiles, { second = { ports = ["rail1"], rails = [2] } }) })
  }
  expect_failures = [var.cluster]
}

# Host and switch would overwrite each other.
run "a_group_named_as_the_leaves" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { name = "leaf" } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [var.cluster]
}

# No playbook would ever touch the host.
run "an_unknown_role" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { role = "gpu" } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [var.cluster]
}

# Divides by zero.
run "an_empty_group" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { count = 0 } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [var.cluster]
}

# A key that is not there, told without its place.
run "an_unknown_profile" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { profile = "secnod" } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [var.cluster]
}

# A division by the number of racks.
run "a_group_in_no_rack" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { racks = [] } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [var.cluster]
}

# Hosts would get the address of another subnet.
run "a_management_subnet_too_small" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { first_address = 255 } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [output.nodes]
}

# Two machines would answer at one address.
run "management_addresses_given_twice" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { first_address = 13 } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [output.nodes]
}

# Host ports would take the place of uplinks.
run "more_host_ports_than_a_leaf_has" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, { for key, value in { count = 12 } : key => value if group.name == "storage" })
    ] })
  }
  expect_failures = [output.nodes]
}
