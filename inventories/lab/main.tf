terraform {
  required_version = ">= 1.6"
  required_providers {
    lab = {
      source = "disagg.internal/disagg/lab"
    }
  }
}

variable "image" {
  description = "Container image of the lab's nodes; `make image` builds it and provision.yml names it."
  type        = string
}

locals {
  cluster = yamldecode(file("${path.module}/cluster.yml"))
}

provider "lab" {
  lab = local.cluster.name
}

module "cluster" {
  source         = "../../terraform/modules/lab"
  cluster        = local.cluster
  ssh_public_key = try(trimspace(file("${path.module}/.ssh/id_ed25519.pub")), "")
  settings       = { image = var.image }
}

output "nodes" {
  description = "The nodes contract (docs/nodes.schema.json), which nodes.yml reads from the state."
  value       = module.cluster.nodes
}
