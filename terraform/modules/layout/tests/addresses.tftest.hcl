variables {
  cluster = yamldecode(file("tests/cluster.yml"))
}

run "a_roce_link_is_a_subnet_of_its_own" {
  command = plan

  # Leaf 4's block is the fourth of 16 addresses. Guards against blocks that overlap, and against swapped ends.
  assert {
    condition = jsonencode([for nic in output.nodes["leaf-4"].nics : [nic.address, nic.peer.address]]) == jsonencode([
      ["10.64.0.48/31", "10.64.0.49/31"], ["10.64.0.50/31", "10.64.0.51/31"],
      ["10.64.0.56/31", "10.64.0.57/31"], ["10.64.0.58/31", "10.64.0.59/31"]
    ])
    error_message = "got ${jsonencode(output.nodes["leaf-4"].nics)}"
  }
  # Guards against one address on two ports.
  assert {
    condition = length(distinct(flatten([for node in output.nodes : node.nics[*].address]))) == length(
      flatten([for node in output.nodes : node.nics])
    )
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics[*].address })}"
  }
}

run "an_infiniband_rail_is_one_flat_subnet" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      type  = "infiniband"
      roce  = null
      leaf  = merge(var.cluster.fabric.leaf, { os = "mlnx_os" })
      spine = merge(var.cluster.fabric.spine, { os = "mlnx_os" })
    }) })
  }
  # compute-3 is on the second leaf group, whose numbers begin after the 6 ports of the first.
  # Guards against leaf groups that share numbers, and against a /31 on a flat network.
  assert {
    condition = jsonencode([for name in ["compute-1", "compute-3", "storage-1"] : output.nodes[name].nics[*].address]) == jsonencode([
      ["10.64.0.1/25", "10.64.0.129/25"], ["10.64.0.7/25", "10.64.0.135/25"], ["10.64.0.131/25"]
    ])
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics[*].address })}"
  }
  # Guards against addresses on InfiniBand switch ports, which have none, and against SONiC's port names there.
  assert {
    condition = jsonencode([for nic in output.nodes["leaf-2"].nics : [nic.port, nic.address, nic.peer.address]]) == jsonencode([
      ["1/1", null, "10.64.0.129/25"], ["1/2", null, "10.64.0.130/25"], ["1/3", null, "10.64.0.131/25"],
      ["1/5", null, null], ["1/6", null, null]
    ])
    error_message = "got ${jsonencode(output.nodes["leaf-2"].nics)}"
  }
}

run "each_system_names_its_ports_its_own_way" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      leaf  = merge(var.cluster.fabric.leaf, { os = "cumulus" })
      spine = merge(var.cluster.fabric.spine, { os = "nxos" })
    }) })
  }
  # Guards against SONiC's lanes in names of others, and against ports that are counted from 0.
  assert {
    condition     = jsonencode([for nic in slice(output.nodes["leaf-1"].nics, 0, 1) : "${nic.port} ${nic.address}"]) == jsonencode(["swp1 10.64.0.0/31"])
    error_message = "got ${jsonencode(output.nodes["leaf-1"].nics)}"
  }
  assert {
    condition     = output.nodes["spine-1"].nics[0].port == "Ethernet1/1" && output.nodes["spine-1"].nics[0].peer.port == "swp5"
    error_message = "got ${jsonencode(output.nodes["spine-1"].nics)}"
  }
}

run "arista_counts_the_lanes_of_each_port" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      leaf = merge(var.cluster.fabric.leaf, { os = "eos" })
    }) })
  }
  # Guards against a spine of another system that takes the leaf's names.
  assert {
    condition     = output.nodes["leaf-1"].nics[0].port == "Ethernet1/1" && output.nodes["spine-1"].nics[0].port == "Ethernet0" && output.nodes["spine-1"].nics[0].peer.port == "Ethernet5/1"
    error_message = "got ${jsonencode(output.nodes["spine-1"].nics)}"
  }
}

run "plain_infiniband_leaves_share_a_rails_subnet" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      type       = "infiniband"
      assignment = "plain"
    }) })
  }
  # Guards against two leaves that give the same host number to the same rail.
  assert {
    condition = length(distinct(flatten([
      for node in output.nodes : [for nic in node.nics : nic.address if node.os == null]
    ]))) == 9
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics[*].address })}"
  }
}
