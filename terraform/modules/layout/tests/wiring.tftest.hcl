variables {
  cluster = yamldecode(file("tests/cluster.yml"))
}

run "each_rail_has_its_own_leaf" {
  command = plan

  # Guards against rails that meet on one leaf, and against a second half of hosts left on the first leaf group.
  assert {
    condition = jsonencode([for name in ["compute-1", "compute-2", "compute-3", "storage-1"] :
      [for nic in output.nodes[name].nics : "${nic.port} ${nic.hca} ${nic.peer.node} ${nic.peer.port}"]]) == jsonencode([
      ["rail0 mlx5_0 leaf-1 Ethernet0", "rail1 mlx5_1 leaf-2 Ethernet0"],
      ["rail0 mlx5_0 leaf-1 Ethernet4", "rail1 mlx5_1 leaf-2 Ethernet4"],
      ["rail0 mlx5_0 leaf-3 Ethernet0", "rail1 mlx5_1 leaf-4 Ethernet0"],
      ["rail1 mlx5_7 leaf-2 Ethernet8"]
    ])
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics[*].peer })}"
  }
  # Guards against a host without a profile's ports that gets some, and against speeds in Gb/s.
  assert {
    condition     = length(output.nodes["management-1"].nics) == 0 && output.nodes["compute-1"].nics[0].speed == 400000
    error_message = "got ${jsonencode(output.nodes["management-1"].nics)}, ${output.nodes["compute-1"].nics[0].speed}"
  }
}

run "plain_assignment_gives_a_host_one_leaf" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, { assignment = "plain" }) })
  }
  # Guards against plain assignment that still spreads rails, and against leaves that stay empty.
  assert {
    condition = jsonencode([for number in range(1, 5) : output.nodes["compute-${number}"].nics[*].peer.node]) == jsonencode(
      [for number in range(1, 5) : ["leaf-${number}", "leaf-${number}"]]
    )
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics[*].peer })}"
  }
}

run "fewer_leaves_than_rails_share_the_rails_out" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      leaf = merge(var.cluster.fabric.leaf, { count = 1, ports = 18 })
    }) })
  }
  # Guards against a rail without a leaf, and against two rails of a host on one leaf port.
  assert {
    condition = jsonencode(output.nodes["leaf-1"].nics[*].peer.port) == jsonencode(concat(
      ["rail0", "rail1", "rail0", "rail1", "rail0", "rail1", "rail0", "rail1", "rail1"],
      ["Ethernet0", "Ethernet8", "Ethernet16", "Ethernet0", "Ethernet8", "Ethernet16"]
    ))
    error_message = "got ${jsonencode(output.nodes["leaf-1"].nics[*].peer)}"
  }
}

run "oversubscription_splits_a_leaf" {
  command = plan

  # 6 ports at 2:1 are 4 down and 2 up, one to each spine. Guards against uplinks counted from the wrong end.
  assert {
    condition = jsonencode([for nic in output.nodes["leaf-3"].nics : "${nic.port} ${nic.peer.node} ${nic.peer.port}"]) == jsonencode([
      "Ethernet0 compute-3 rail0", "Ethernet4 compute-4 rail0", "Ethernet16 spine-1 Ethernet16", "Ethernet20 spine-2 Ethernet16"
    ])
    error_message = "got ${jsonencode(output.nodes["leaf-3"].nics)}"
  }
}

run "full_bisection_gives_each_spine_more_cables" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      oversubscription = 1
      leaf             = merge(var.cluster.fabric.leaf, { ports = 8 })
    }) })
  }
  # 8 ports at 1:1 are 4 up, two to each spine. Guards against two leaves on one spine port.
  assert {
    condition = jsonencode([for nic in output.nodes["spine-2"].nics : "${nic.port} ${nic.peer.node} ${nic.peer.port}"]) == jsonencode([
      "Ethernet0 leaf-1 Ethernet24", "Ethernet8 leaf-1 Ethernet28", "Ethernet16 leaf-2 Ethernet24", "Ethernet24 leaf-2 Ethernet28",
      "Ethernet32 leaf-3 Ethernet24", "Ethernet40 leaf-3 Ethernet28", "Ethernet48 leaf-4 Ethernet24", "Ethernet56 leaf-4 Ethernet28"
    ])
    error_message = "got ${jsonencode(output.nodes["spine-2"].nics)}"
  }
}

run "a_link_is_told_the_same_at_both_ends" {
  command = plan

  # Guards against an end that names another peer, rail or address than the other end has.
  assert {
    condition = alltrue(flatten([
      for name, node in output.nodes : [
        for nic in node.nics : [
          for far in output.nodes[nic.peer.node].nics :
          jsonencode([far.peer, far.address, far.rail, far.speed]) == jsonencode([
            { node = name, port = nic.port, address = nic.address }, nic.peer.address, nic.rail, nic.speed
          ]) if far.port == nic.peer.port
        ]
      ]
    ]))
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics })}"
  }
  # Guards against a peer's port that is not there, which the assertion above would not see: 9 host links, 8 uplinks.
  assert {
    condition = length(flatten([
      for name, node in output.nodes : [
        for nic in node.nics : [for far in output.nodes[nic.peer.node].nics : far.port if far.port == nic.peer.port]
      ]
    ])) == 2 * (9 + 8)
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.nics })}"
  }
}
