variables {
  cluster = yamldecode(file("../layout/tests/cluster.yml"))
}

# A misspelt setting would be dropped without a word.
run "an_unknown_setting_is_refused" {
  command = plan

  variables {
    settings = { swich_user = "admin" }
  }
  expect_failures = [output.nodes]
}
