variables {
  cluster = yamldecode(file("tests/cluster.yml"))
}

run "every_host_and_switch_is_there_once" {
  command = plan

  # Guards against a group that is dropped or counted from 0.
  assert {
    condition = jsonencode(keys(output.nodes)) == jsonencode([
      "compute-1", "compute-2", "compute-3", "compute-4", "leaf-1", "leaf-2", "leaf-3", "leaf-4",
      "management-1", "spine-1", "spine-2", "storage-1"
    ])
    error_message = "got ${jsonencode(keys(output.nodes))}"
  }
  # Guards against keys that only some nodes carry: readers of the contract may rely on all of them.
  assert {
    condition = alltrue([
      for node in output.nodes : jsonencode(keys(node)) == jsonencode([
        "address", "bmc", "group", "host_keys", "management_port", "nics", "os", "profile", "rack", "role", "tags", "user"
      ])
    ])
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => keys(node) })}"
  }
  # Guards against a switch that looks like a host to the inventory, or the other way round.
  assert {
    condition = jsonencode([for name in ["compute-1", "leaf-1"] : [
      output.nodes[name].role, output.nodes[name].group, output.nodes[name].os, output.nodes[name].profile
      ]]) == jsonencode([
      ["compute", "compute", null, "both"], ["leaf", "leaf", "sonic", null]
    ])
    error_message = "got ${jsonencode([output.nodes["compute-1"], output.nodes["leaf-1"]])}"
  }
}

run "racks_are_filled_one_after_the_other" {
  command = plan

  # Guards against hosts dealt out to racks like cards: neighbours by name stand side by side.
  assert {
    condition = jsonencode([for number in range(1, 5) : output.nodes["compute-${number}"].rack]) == jsonencode(
      ["a1", "a1", "a2", "a2"]
    )
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.rack })}"
  }
}

run "management_addresses_continue_after_the_group_before" {
  command = plan

  # Guards against two groups that both begin at 10, and against a given first address that is passed over.
  assert {
    condition = jsonencode([for name in ["compute-1", "compute-4", "management-1", "storage-1", "leaf-4", "spine-1"] :
      output.nodes[name].address]) == jsonencode(
      ["10.0.0.10", "10.0.0.13", "10.0.0.14", "10.0.0.40", "10.0.0.63", "10.0.0.70"]
    )
    error_message = "got ${jsonencode({ for name, node in output.nodes : name => node.address })}"
  }
}

run "switches_come_after_the_last_group" {
  command = plan

  variables {
    cluster = merge(var.cluster, { fabric = merge(var.cluster.fabric, {
      leaf  = merge(var.cluster.fabric.leaf, { first_address = null })
      spine = merge(var.cluster.fabric.spine, { first_address = null })
    }) })
  }
  # Guards against switches that continue after compute instead of after storage, the last group.
  assert {
    condition     = output.nodes["leaf-1"].address == "10.0.0.41" && output.nodes["spine-1"].address == "10.0.0.45"
    error_message = "got ${output.nodes["leaf-1"].address} and ${output.nodes["spine-1"].address}"
  }
}
