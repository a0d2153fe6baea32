output "nodes" {
  description = "Every host and switch by name, in the shape of docs/nodes.schema.json, before any machine exists."
  value       = local.nodes

  precondition {
    condition     = length(local.outside) == 0
    error_message = "cluster.management.subnet: ${var.cluster.management.subnet} holds host numbers 1 to ${local.highest_number}, but it must hold ${join(", ", local.outside)}; widen it or lower first_address."
  }
  precondition {
    condition     = length(local.shared_addresses) == 0
    error_message = "cluster.management.subnet: ${join(", ", local.shared_addresses)} found; move the first_address of one group so that no two overlap."
  }
  precondition {
    condition     = length(local.overfull_leaves) == 0
    error_message = "cluster.fabric.leaf.ports: a leaf has ${local.downlinks} ports for hosts, but more are wired to ${join(", ", local.overfull_leaves)}; use more leaves, more ports, fewer hosts or more oversubscription."
  }
}
