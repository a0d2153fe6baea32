locals {
  # image: the container image of all nodes, as `podman images` names it.
  image = lookup(var.settings, "image", "")

  problems = concat(
    [
      for name in setsubtract(keys(var.settings), ["image"]) :
      "settings.${name}: unknown; module lab knows image."
    ],
    local.image != "" ? [] : ["settings.image: missing; name the lab's image, as `podman images` shows it."],
    var.ssh_public_key != "" ? [] : ["ssh_public_key: missing; a node of the lab can be reached in no other way."],
  )
}
