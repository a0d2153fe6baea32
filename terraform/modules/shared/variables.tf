variable "ssh_public_key" {
  description = "Public key that root accepts on machines that are built, one line as in ~/.ssh/id_ed25519.pub."
  type        = string
  default     = ""

  validation {
    condition     = var.ssh_public_key == "" || can(regex("^(ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/]+=* ?.*\\s*$", var.ssh_public_key))
    error_message = "ssh_public_key: no public key found; write one line such as ssh-ed25519 AAAA..., never a private key."
  }
}

variable "settings" {
  description = "What only this provider needs, by name; the module's settings.tf lists the names it knows."
  type        = map(string)
  default     = {}
}
