terraform {
  required_version = ">= 1.6"
}

module "cluster" {
  source  = "../../terraform/modules/bare_metal"
  cluster = yamldecode(file("${path.module}/cluster.yml"))
}

output "nodes" {
  description = "The nodes contract (docs/nodes.schema.json), which nodes.yml reads from the state."
  value       = module.cluster.nodes
}
