variables {
  cluster = yamldecode(file("../layout/tests/cluster.yml"))
}

run "the_contract_is_whole" {
  command = plan

  # Guards against a contract without its version or the cluster's name, and against nodes that got lost.
  assert {
    condition = (
      output.nodes.version == 1 && output.nodes.cluster == "small" && length(output.nodes.nodes) == 12 &&
      jsonencode(output.nodes.nodes) == jsonencode(module.layout.nodes)
    )
    error_message = "got ${jsonencode(output.nodes)}"
  }
}

run "switches_may_have_another_user" {
  command = plan

  variables {
    settings = { user = "ubuntu", switch_user = "admin" }
  }
  # Guards against one user for all: SONiC knows admin, hosts do not.
  assert {
    condition = jsonencode([for name in ["compute-1", "leaf-1", "spine-2"] : output.nodes.nodes[name].user]) == jsonencode(
      ["ubuntu", "admin", "admin"]
    )
    error_message = "got ${jsonencode({ for name, node in output.nodes.nodes : name => node.user })}"
  }
}
