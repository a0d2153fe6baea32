variables {
  cluster = yamldecode(file("tests/cluster.yml"))
}

run "before" {
  command = plan
}

run "a_group_at_the_end_changes_no_other_host" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = concat(var.cluster.nodes, [
      { name = "more", role = "compute", count = 2, profile = "both", first_address = 50 }
    ]) })
  }
  # Guards against a growing cluster that renumbers what is in use.
  assert {
    condition = alltrue([
      for name, node in run.before.nodes : jsonencode(output.nodes[name]) == jsonencode(node) if node.os == null
    ])
    error_message = "got ${jsonencode(output.nodes)}"
  }
  # A switch only gains ports: what it had stays as it was.
  assert {
    condition = alltrue([
      for name, node in run.before.nodes : alltrue([
        for nic in node.nics : contains([for now in output.nodes[name].nics : jsonencode(now)], jsonencode(nic))
      ])
    ])
    error_message = "got ${jsonencode(output.nodes)}"
  }
}

run "a_host_at_the_end_changes_no_other_host" {
  command = plan

  variables {
    cluster = merge(var.cluster, { nodes = [
      for group in var.cluster.nodes : merge(group, group.name == "storage" ? { count = 2 } : { count = group.count })
    ] })
  }
  # Guards against host numbers or ports that depend on how many hosts a group has.
  assert {
    condition = alltrue([
      for name, node in run.before.nodes : jsonencode(output.nodes[name]) == jsonencode(node) if node.os == null
    ])
    error_message = "got ${jsonencode(output.nodes)}"
  }
}
