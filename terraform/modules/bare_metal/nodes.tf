# The machines stand in the racks already: they are as the layout says, and nothing is built.
module "layout" {
  source  = "../layout"
  cluster = var.cluster
}

locals {
  nodes = {
    for name, node in module.layout.nodes : name => merge(node, {
      user = node.os == null ? local.settings.user : local.settings.switch_user
    })
  }
}
