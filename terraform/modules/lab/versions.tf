terraform {
  required_version = ">= 1.6"
  required_providers {
    lab = {
      source  = "disagg.internal/disagg/lab" # a name, no site: it is installed from terraform/providers/lab
      version = ">= 0.1"
    }
  }
}
