output "nodes" {
  description = "The nodes contract: every host and switch, in the shape of docs/nodes.schema.json."
  value = {
    version = 1
    cluster = var.cluster.name
    nodes   = local.nodes
  }

  precondition {
    condition     = length(local.problems) == 0
    error_message = join("\n", local.problems)
  }
}
