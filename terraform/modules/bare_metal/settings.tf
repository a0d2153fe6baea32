locals {
  # user: who logs in to hosts; switch_user: who logs in to switches.
  defaults = { user = "root", switch_user = "root" }
  settings = merge(local.defaults, var.settings)

  problems = [
    for name in setsubtract(keys(var.settings), keys(local.defaults)) :
    "settings.${name}: unknown; module bare_metal knows ${join(", ", keys(local.defaults))}."
  ]
}
