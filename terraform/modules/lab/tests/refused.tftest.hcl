mock_provider "lab" {}

variables {
  cluster        = yamldecode(file("../layout/tests/cluster.yml"))
  ssh_public_key = "ssh-ed25519 AAAAC3Nz lab"
  settings       = { image = "localhost/disagg-lab:1" }
}

# Podman would look for an image without a name.
run "a_lab_without_an_image" {
  command = plan

  variables {
    settings = {}
  }
  expect_failures = [output.nodes]
}

# The containers would run, and nobody could log in.
run "a_lab_without_a_key" {
  command = plan

  variables {
    ssh_public_key = ""
  }
  expect_failures = [output.nodes]
}

# A misspelt setting would be dropped without a word.
run "an_unknown_setting" {
  command = plan

  variables {
    settings = { image = "localhost/disagg-lab:1", mtu = "9000" }
  }
  expect_failures = [output.nodes]
}

# A private key would lie in the state and in every container.
run "a_private_key" {
  command = plan

  variables {
    ssh_public_key = "-----BEGIN OPENSSH PRIVATE KEY-----"
  }
  expect_failures = [var.ssh_public_key]
}
