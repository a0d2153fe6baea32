# SPDX-License-Identifier: GPL-3.0-or-later
"""The thin edge that modules share: all that touches a host, Terraform or Ansible lies here and nowhere else."""
